/* What MPI_Error_string tells of the last error of this thread: the class's sentence, and who did what. */
#include "check.h"

/* The text of a code has all these words. */
static void says(int code, const char *words[])
{
    char text[MPI_MAX_ERROR_STRING];
    int length = -1;
    MPI_Error_string(code, text, &length);
    SAME(length, strlen(text));
    for (int i = 0; words[i]; i++) {
        if (!strstr(text, words[i])) fprintf(stderr, "no \"%s\" in \"%s\"\n", words[i], text);
        CHECK(strstr(text, words[i]));
    }
}

#define SAYS(code, ...) says(code, (const char *[]) {__VA_ARGS__, NULL})

static char from_handler[MPI_MAX_ERROR_STRING];

static void note(MPI_Comm *comm, int *code, ...)
{
    int length;
    (void) comm;
    MPI_Error_string(*code, from_handler, &length);
}

int main(int argc, char **argv)
{
    int data[10] = {0}, got[4], length, code;
    char rank[32], before[MPI_MAX_ERROR_STRING], after[MPI_MAX_ERROR_STRING];
    MPI_Request r[2];
    MPI_Comm halo;
    MPI_Status statuses[2];
    MPI_Errhandler handler;
    begin(&argc, &argv);
    MPI_Error_string(MPI_ERR_TRUNCATE, before, &length);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = MPI_Sendrecv(data, 10, MPI_INT, me, 7, got, 4, MPI_INT, me, 7, MPI_COMM_WORLD,
                        MPI_STATUS_IGNORE);
    SAME(code, MPI_ERR_TRUNCATE);
    snprintf(rank, sizeof rank, "rank %d", me);
    SAYS(code, before, "MPI_Sendrecv", "40 bytes", "16 bytes", "tag 7", rank);

    code = MPI_Send(data, 1, MPI_INT, 4321, 0, MPI_COMM_WORLD);
    SAME(code, MPI_ERR_RANK);
    SAYS(code, "MPI_Send", "4321", "argument dest", "(on MPI_COMM_WORLD)");
    MPI_Recv(data, 1, MPI_INT, 4321, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    SAYS(code, "MPI_Recv", "4321", "argument source");
    /* The last error is another now. */
    MPI_Error_string(MPI_ERR_TRUNCATE, after, &length);
    CHECK(!strcmp(before, after));

    MPI_Irecv(got, 4, MPI_INT, me, 8, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(data, 9, MPI_INT, me, 8, MPI_COMM_WORLD, &r[1]);
    code = MPI_Waitall(2, r, statuses);
    SAME(code, MPI_ERR_IN_STATUS);
    SAYS(code, "MPI_Waitall", "request 0", "tag 8");
    SAME(statuses[0].MPI_ERROR, MPI_ERR_TRUNCATE);
    SAYS(statuses[0].MPI_ERROR, before, "MPI_Waitall", "36 bytes", "tag 8");

    /* Communicators are named by the names that the program gave them. */
    MPI_Comm_dup(MPI_COMM_WORLD, &halo);
    MPI_Comm_set_errhandler(halo, MPI_ERRORS_RETURN);
    MPI_Comm_set_name(halo, "");
    code = MPI_Bcast(data, 1, MPI_INT, -9, halo);
    SAYS(code, "MPI_Bcast", "root -9", "on a communicator without a name");
    MPI_Comm_set_name(halo, "halo");
    code = MPI_Send(data, -3, MPI_INT, 0, 0, halo);
    SAYS(code, "MPI_Send", "argument count is -3", "(on halo)");
    MPI_Irecv(got, 4, MPI_INT, me, 8, halo, &r[0]);
    MPI_Isend(data, 9, MPI_INT, me, 8, halo, &r[1]);
    code = MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    SAYS(code, "MPI_Wait", "36 bytes", "tag 8", "(on halo)");
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    MPI_Comm_free(&halo);

    /* A handler of the program can ask, too. */
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Send(data, 1, MPI_INT, 1234, 0, MPI_COMM_WORLD);
    CHECK(strstr(from_handler, "1234"));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    return end();
}
