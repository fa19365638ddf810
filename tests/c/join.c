/* MPI_Comm_join (MPI-5.0 §11.10.5): over a socket between two ranks of a job (join), and between two processes
 * that are each a job of its own (join pair: this process starts the other). */
#include "two_groups.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int connected(void)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (me == 0) {
        CHECK(!bind(fd, (struct sockaddr *) &at, len) && !listen(fd, 1));
        CHECK(!getsockname(fd, (struct sockaddr *) &at, &len));
        MPI_Send(&at, sizeof at, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        int taken = accept(fd, NULL, NULL);
        close(fd);
        return taken;
    }
    MPI_Recv(&at, sizeof at, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(!connect(fd, (struct sockaddr *) &at, len));
    return fd;
}

/* The socket is the program's again, and nothing is left in it. While one waits for the other it makes progress:
 * what it has sent may still be on its way. */
static void still_usable(int fd)
{
    char word[4] = "";
    int flag;
    CHECK(send(fd, "tea", 4, 0) == 4);
    while (recv(fd, word, 4, MSG_DONTWAIT) != 4)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    CHECK(!strcmp(word, "tea"));
}

static void meet(int fd, int first)
{
    MPI_Comm inter;
    for (int turn = 0; turn < 2; turn++) {
        CHECK(!MPI_Comm_join(fd, &inter));
        int here, there;
        MPI_Comm_size(inter, &here);
        MPI_Comm_remote_size(inter, &there);
        SAME(here + there, 2);
        all_works(inter, first);
        still_usable(fd);
        MPI_Comm_disconnect(&inter);
    }
}

/* Whoever goes in the middle of it has failed: it greets, and then there is nothing more. */
static void meet_who_goes(void)
{
    int pair[2];
    MPI_Comm inter = MPI_COMM_SELF;
    CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    CHECK(send(pair[1], "FRYJOIN1 a fresh nonce..", 24, 0) == 24);
    CHECK(!shutdown(pair[1], SHUT_WR));
    RAISES(MPI_Comm_join(pair[0], &inter), MPI_ERR_PROC_ABORTED);
    SAME(inter, MPI_COMM_NULL);
    close(pair[0]);
    close(pair[1]);
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "other")) {
        begin(&argc, &argv);
        meet(atoi(argv[2]), 0);
        MPI_Finalize();
        return 0;
    }
    if (argc > 1 && !strcmp(argv[1], "pair")) {
        int pair[2], status;
        char number[16];
        CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
        snprintf(number, sizeof number, "%d", pair[1]);
        pid_t child = fork();
        if (child == 0) {
            execl(argv[0], argv[0], "other", number, (char *) NULL);
            _exit(127);
        }
        close(pair[1]);
        begin(&argc, &argv);
        meet(pair[0], 1);
        CHECK(waitpid(child, &status, 0) == child && status == 0);
        return end();
    }
    begin(&argc, &argv);
    MPI_Comm inter;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    RAISES(MPI_Comm_join(-1, &inter), MPI_ERR_ARG);
    RAISES(MPI_Comm_join(1000, &inter), MPI_ERR_OTHER);
    SAME(inter, MPI_COMM_NULL);
    meet_who_goes();
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    if (ranks > 1 && me < 2) {
        int fd = connected();
        meet(fd, me == 0);
        close(fd);
    }
    return end();
}
