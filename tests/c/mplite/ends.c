/* What ends a program, by the argument. */
#include "check.h"
#include <unistd.h>

/* What numbers that a program may have at once are used up by. */
static void too_many(const char *how)
{
    static char byte;
    int number;
    for (int n = 0; !strcmp(how, "messages") && n < 20000; n++) MP_ARecv(&byte, 1, 0, 7, &number);
    for (int n = 0; !strcmp(how, "windows") && n < 20000; n++) MP_Win_create(&byte, 1, 1, &number);
}

/* A file of process 0 with this text. */
static FILE *file_with(const char *text)
{
    FILE *file = me == 0 ? tmpfile() : NULL;
    if (file != NULL) fputs(text, file), rewind(file);
    return file;
}

/* What cannot be read or written. */
static void files(const char *how)
{
    int number;
    double real;
    char letters[8];
    if (!strcmp(how, "no file")) MP_fopen("/there/is/no/such/folder/file", "r");
    if (!strcmp(how, "null file")) MP_dRead(NULL, &real, 1);
    if (!strcmp(how, "null scanned")) MP_gfscanf(NULL, "%d", &number);
    if (!strcmp(how, "null printed")) MP_nofprintf(NULL, "a line\n");
    if (!strcmp(how, "no number")) MP_iRead(file_with("n = seven\n"), &number, 1);
    if (!strcmp(how, "few numbers")) MP_dRead(file_with("! none\n"), &real, 1);
    if (!strcmp(how, "no letters")) MP_cRead(file_with(""), letters, sizeof letters);
    if (!strcmp(how, "format")) MP_gfscanf(file_with("1"), "%k", &number);
    if (!strcmp(how, "no width")) MP_nofscanf(file_with("a b c d"), "%s", letters);
    if (!strcmp(how, "places")) MP_Format_Places("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d");
}

int main(int argc, char **argv)
{
    int id = 4711, dims[1] = { 4711 }, mask[64] = { 0 };
    char byte;
    const char *how = argc > 1 ? argv[1] : "";
    if (!strcmp(how, "early")) MP_Sync();
    begin(&argc, &argv);
    if (!strcmp(how, "twice")) MP_Init(&argc, &argv);
    if (!strcmp(how, "late")) MP_Finalize(), MP_Sync();
    if (!strcmp(how, "node")) MP_Send(&byte, 1, 4711, 0);
    if (!strcmp(how, "nobody")) MP_Send(&byte, 1, -1, 0);
    if (!strcmp(how, "length")) MP_Send(&byte, -5, 0, 0);
    if (!strcmp(how, "pointer")) MP_Send(NULL, 5, 0, 0);
    if (!strcmp(how, "message")) MP_Wait(&id);
    if (!strcmp(how, "result")) MP_Myproc(NULL);
    too_many(how);
    files(how);
    if (!strcmp(how, "self")) MP_Recv(&byte, 1, me, 0);
    if (!strcmp(how, "grid")) MP_Cart_Create(1, dims);
    if (!strcmp(how, "gridless")) MP_Cart_Coords(0, dims);
    if (!strcmp(how, "operation")) MP_Global(&id, 1, 9, mask);
    if (!strcmp(how, "root")) mask[me] = mask[(me + 1) % nprocs] = 1, MP_Bcast_masked(&byte, 1, 2, mask);
    int win, four = 0;
    if (!strcmp(how, "window")) MP_Win_fence(4711);
    if (!strcmp(how, "unit")) MP_Win_create(&four, sizeof four, 0, &win);
    MP_Win_create(&four, sizeof four, 1, &win);
    if (!strcmp(how, "outside")) MP_Put(&id, 2, 0, 3, win);
    if (!strcmp(how, "before")) MP_Get(&id, 1, 0, -1, win);
    if (!strcmp(how, "half")) MP_Accumulate(&id, 4, 0, 0, 0, win);
    if (!strcmp(how, "kind")) MP_Accumulate(&id, 4, 0, 0, 12, win);
    if (!strcmp(how, "lock")) MP_Win_lock(3, 0, win);
    if (!strcmp(how, "locked")) MP_Win_lock_shared(2, win);
    if (!strcmp(how, "stall") && me == 0) MP_Recv(&byte, 1, 1, 42);
    if (!strcmp(how, "stall")) sleep(60);
    if (!strcmp(how, "gone") && me == 1) abort();
    if (!strcmp(how, "forgotten")) MP_ARecv(&byte, 1, me, 42, &id);
    if (!strcmp(how, "slips")) MP_Leave(0), MP_Enter("a"), MP_Leave(0.5), MP_Time_Report("/there/is/no/such/folder/file");
    for (int n = 0; !strcmp(how, "slips") && n < 501; n++) {
        char name[16];
        snprintf(name, sizeof name, "block %d", n);
        MP_Enter(name), MP_Leave(0);
    }
    MP_Sync();
    return end();
}
