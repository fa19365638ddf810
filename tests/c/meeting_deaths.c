/* Processes that die while groups of processes meet: spawning, ports, intercommunicators. Arguments: the way, the victim's
 * rank; run with `mpiexec --keep-going`. All that live get an error, and go on among themselves. */
#include "survive.h"
#include <unistd.h>

static MPI_Comm world;

/* Nobody comes here before the victim's death is known. */
static void await_death(void)
{
    MPI_Group failed;
    int size = 0;
    while (size == 0) {
        CHECK(!MPIX_Comm_get_failed(world, &failed));
        MPI_Group_size(failed, &size);
        MPI_Group_free(&failed);
    }
}

/* A spawned process: it may be that those who spawned it are gone. */
static int child(char **argv)
{
    MPI_Comm parent;
    if (!strcmp(argv[1], "child-dies"))
        die();
    MPI_Init(NULL, NULL);
    MPI_Comm_get_parent(&parent);
    CHECK(parent != MPI_COMM_NULL);
    if (!strcmp(argv[1], "child-dies-later"))
        die();
    MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
    MPI_Barrier(parent);
    MPI_Finalize();
    return 0;
}

static int spawn(char *program, const char *how, int root, MPI_Comm *made)
{
    char *args[] = {(char *) how, "0", NULL};
    int codes[2];
    return MPI_Comm_spawn(program, args, 2, MPI_INFO_NULL, root, world, made, codes);
}

/* The victim does not come to the spawn, or dies at any moment of it. */
static void spawning(char *program, int victim, int root, long delay)
{
    MPI_Comm made;
    int code;
    meet_victim(world, victim);
    if (me == victim) {
        if (delay < 0)
            die();
        signal(SIGALRM, SIG_DFL);
        /* SIGALRM ends it in the middle of whatever it does then. */
        ualarm(delay + 1, 0);
    }
    code = spawn(program, "child", root, &made);
    if (me == victim)
        die();
    if (!code) {
        /* The victim had done its part: what follows fails. */
        MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
        CHECK(delay >= 0);
        code = MPI_Barrier(made);
        while (!code)
            code = MPI_Barrier(world);
    }
    CHECK(code != MPI_SUCCESS);
    await_death();
    leave(survivors(world, ranks - 1));
}

/* What was spawned dies: before MPI_Init, or right after it. */
static void children(char *program, const char *how)
{
    MPI_Comm made;
    int code = spawn(program, how, 0, &made), sum;
    if (!strcmp(how, "child-dies")) {
        RAISES(code, MPI_ERR_SPAWN);
    } else if (!code) {
        MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
        RAISES(MPI_Barrier(made), MPIX_ERR_PROC_FAILED);
    }
    CHECK(!MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, world));
    leave(world);
}

/* Two halves meet at a port, of one of which a process does not come. */
static void ports(int victim)
{
    char port[MPI_MAX_PORT_NAME];
    int half = me % 2, code;
    MPI_Comm mine, made;
    MPI_Comm_split(world, half, 0, &mine);
    MPI_Comm_set_errhandler(mine, MPI_ERRORS_RETURN);
    if (me == 0)
        CHECK(!MPI_Open_port(MPI_INFO_NULL, port));
    CHECK(!MPI_Bcast(port, sizeof port, MPI_CHAR, 0, world));
    meet_victim(world, victim);
    if (me == victim)
        die();
    if (half == 0)
        code = MPI_Comm_accept(port, MPI_INFO_NULL, 0, mine, &made);
    else
        code = MPI_Comm_connect(port, MPI_INFO_NULL, 0, mine, &made);
    CHECK(code != MPI_SUCCESS);
    await_death();
    leave(survivors(world, ranks - 1));
}

/* Nobody calls, and a process of those that accept dies: the others do not wait on. Or nobody accepts. */
static void alone(int victim, int accepts)
{
    static char port[MPI_MAX_PORT_NAME];
    MPI_Comm made;
    int code;
    if (me == 0)
        CHECK(!MPI_Open_port(MPI_INFO_NULL, port));
    CHECK(!MPI_Bcast(port, sizeof port, MPI_CHAR, 0, world));
    meet_victim(world, victim);
    if (me == victim) {
        usleep(20000);
        die();
    }
    if (accepts)
        code = MPI_Comm_accept(port, MPI_INFO_NULL, 0, world, &made);
    else
        code = MPI_Comm_connect(port, MPI_INFO_NULL, 0, world, &made);
    RAISES(code, MPIX_ERR_PROC_FAILED);
    await_death();
    leave(survivors(world, ranks - 1));
}

/* An intercommunicator of two halves, of which a process does not come. Who gets an error revokes that by which the
 * leaders reach each other. */
static void intercommunicator(int victim)
{
    int half = me % 2, code;
    MPI_Comm mine, made, peers;
    MPI_Comm_split(world, half, 0, &mine);
    MPI_Comm_set_errhandler(mine, MPI_ERRORS_RETURN);
    MPI_Comm_dup(world, &peers);
    MPI_Comm_set_errhandler(peers, MPI_ERRORS_RETURN);
    meet_victim(world, victim);
    if (me == victim)
        die();
    code = MPI_Intercomm_create(mine, 0, peers, 1 - half, 7, &made);
    CHECK(code != MPI_SUCCESS);
    CHECK(!MPIX_Comm_revoke(peers));
    await_death();
    leave(survivors(world, ranks - 1));
}

int main(int argc, char **argv)
{
    int victim;
    if (argc == 3 && !strncmp(argv[1], "child", 5))
        return child(argv);
    begin(&argc, &argv);
    CHECK(argc >= 3);
    victim = atoi(argv[2]);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    if (!strcmp(argv[1], "spawn"))
        spawning(argv[0], victim, argc > 3 ? atoi(argv[3]) : 0, argc > 4 ? atol(argv[4]) : -1);
    else if (!strncmp(argv[1], "spawn-", 6))
        children(argv[0], argv[1] + 6);
    else if (!strcmp(argv[1], "ports"))
        ports(victim);
    else if (!strcmp(argv[1], "accept") || !strcmp(argv[1], "connect"))
        alone(victim, argv[1][0] == 'a');
    else if (!strcmp(argv[1], "intercommunicator"))
        intercommunicator(victim);
    else
        CHECK(!"a way");
    return 0;
}
