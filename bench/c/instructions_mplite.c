/* Calls of MP_Lite to be counted: a send and a receive of 8 bytes, and a put.
 *
 * instructions_mplite FOLDER ROUNDS */
#include "counted.h"
#include <mplite.h>

enum { LEN = 8, MANY = 200 };

static char buffer[64], memory[64];
static int win;

static void send(void)
{
    MP_Send(buffer, LEN, 1, 1);
}

static void recv(void)
{
    MP_Recv(buffer, LEN, 0, 1);
}

static void put(void)
{
    MP_Put(buffer, LEN, 1, 0, win);
}

static void look(void)
{
    int flag;
    MP_AProbe(LEN, -1, 99, &flag);
}

/* What is done at every other look, or at every 64th, must not fall on the same call in every round. */
static void shift(int round)
{
    for (int looks = round * 29 % 64; looks > 0; looks--) look();
}

/* Forgets what waits of the start have taught. */
static void settle(void)
{
    for (int i = 0; i < MANY; i++) MP_Send(buffer, LEN, !rank, 2);
    meet();
    for (int i = 0; i < MANY; i++) MP_Recv(buffer, LEN, !rank, 2);
    meet();
}

static void message(void)
{
    if (rank == 0) count("MP_Send of 8 bytes", send);
    meet();
    if (rank == 1) count("MP_Recv of 8 bytes", recv);
    meet();
}

static void access_window(void)
{
    if (rank == 0) count("MP_Put of 8 bytes", put);
    meet();
    if (rank == 1) look();
    meet();
}

int main(int argc, char **argv)
{
    int me;
    if (argc < 3) return fprintf(stderr, "instructions_mplite FOLDER ROUNDS\n"), 2;
    MP_Init(&argc, &argv);
    MP_Myproc(&me);
    begin_counting(argv[1], me);
    MP_Win_create(memory, sizeof memory, 1, &win);
    MP_Win_fence(win);
    settle();
    for (int round = atoi(argv[2]); round-- > 0;) {
        shift(round);
        meet();
        message();
    }
    for (int round = atoi(argv[2]); round-- > 0;) access_window();
    fclose(labels);
    MP_Finalize();
    return 0;
}
