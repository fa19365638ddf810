/* A computation that goes on without the ranks that it loses, and ends with the right result.
 *
 *     mpicc -O2 -o survivors survivors.c
 *     mpiexec --keep-going -n 6 ./survivors [STEPS [CHANCE [SEED]]]
 *
 * Ranks share a ring of cells that live by rule 30: each cell's next state follows from its own and its neighbours',
 * and one wrong cell spoils all after it. Every few steps everybody gets the whole ring, which is the checkpoint. Kill
 * any ranks while it runs, or have each die with one CHANCE in so many steps: whoever meets the failure revokes the
 * communicator, which brings all to have_all(); the survivors shrink it, agree on a checkpoint that all have, and
 * divide the ring anew. At the end one of them computes everything alone and compares; if it dies, the next does.
 *
 * With -DREPLACE new processes take the place of the dead (MPI_Comm_spawn). */
#include <mpi.h>
#include <mpi-ext.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 1 << 15, EVERY = 20 };

/* The ring as all have had it at some step. The last two are kept: when one rank has the newest, all have the other. */
typedef struct {
    int step;
    unsigned char cells[CELLS];
} checkpoint_t;

static checkpoint_t *newest, *older;
static MPI_Comm comm = MPI_COMM_NULL;
static int rank, size, wanted, steps, chance;
#ifdef REPLACE
static const char *program;
#endif

static int first_of(int r)
{
    return (int) ((long long) CELLS * r / size);
}

/* New states of cells 1 to count; 0 and count + 1 are the neighbours. */
static void live(const unsigned char *now, unsigned char *next, int count)
{
    for (int i = 1; i <= count; i++) next[i] = now[i - 1] ^ (now[i] | now[i + 1]);
}

static void seed_ring(unsigned char *cells)
{
    for (int i = 0; i < CELLS; i++) cells[i] = (unsigned char) (i * 2654435761u >> 30 & 1);
}

static void use(MPI_Comm other)
{
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    comm = other;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
}

/* Makes the survivors as many as they were. Whoever meets a failure here brings the others to have_all(). */
static int regrow(void)
{
#ifdef REPLACE
    MPI_Comm children = MPI_COMM_NULL, merged = MPI_COMM_NULL;
    char words[4][16], *arguments[] = {words[0], words[1], words[2], words[3], NULL};
    int code, have;
    if (size >= wanted) return MPI_SUCCESS;
    snprintf(words[0], sizeof words[0], "%d", steps);
    snprintf(words[1], sizeof words[1], "%d", chance);
    /* Another seed, or they would die where those before them did. */
    snprintf(words[2], sizeof words[2], "%d", rand() % 100000);
    snprintf(words[3], sizeof words[3], "%d", wanted);
    code = MPI_Comm_spawn(program, arguments, wanted - size, MPI_INFO_NULL, 0, comm, &children,
        MPI_ERRCODES_IGNORE);
    have = !code;
    MPIX_Comm_agree(comm, &have);
    if (!have) {
        /* The new ones meet the revocation, and end. */
        if (!code) MPIX_Comm_revoke(children), MPI_Comm_free(&children);
        return code ? code : MPI_ERR_OTHER;
    }
    MPI_Comm_set_errhandler(children, MPI_ERRORS_RETURN);
    have = !MPI_Intercomm_merge(children, 0, &merged);
    MPIX_Comm_agree(children, &have);
    MPI_Comm_free(&children);
    if (have) {
        use(merged);
    } else {
        if (merged != MPI_COMM_NULL) MPI_Comm_free(&merged);
        return MPI_ERR_OTHER;
    }
#endif
    return MPI_SUCCESS;
}

#ifdef REPLACE
/* Joins those who have spawned this process. If something fails meanwhile they spawn others. */
static MPI_Comm join(MPI_Comm parent)
{
    MPI_Comm all = MPI_COMM_NULL;
    int code, class, have;
    MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
    code = MPI_Intercomm_merge(parent, 1, &all);
    MPI_Error_class(code, &class);
    have = !code;
    if (class != MPIX_ERR_REVOKED) MPIX_Comm_agree(parent, &have);
    MPI_Comm_free(&parent);
    if (!have) {
        if (all != MPI_COMM_NULL) MPI_Comm_free(&all);
        MPI_Finalize();
        exit(0);
    }
    return all;
}
#endif

/* All go back to the newest checkpoint that all have; those that have none get rank 0's. */
static int restore(void)
{
    int step = newest->step, least;
    int code = MPI_Allreduce(&step, &least, 1, MPI_INT, MPI_MIN, comm);
    if (code) return code;
    if (least < 0) {
        code = MPI_Bcast(newest, sizeof *newest, MPI_BYTE, 0, comm);
        if (code) return code;
    } else if (newest->step > least) {
        checkpoint_t *kept = older;
        older = newest;
        newest = kept;
    }
    return MPI_SUCCESS;
}

/* Whether all survivors have come to here without an error: everybody gets the same answer. Who has met an error
 * brings the others here. */
static int have_all(int succeeded)
{
    if (!succeeded) MPIX_Comm_revoke(comm);
    MPIX_Comm_agree(comm, &succeeded);
    return succeeded;
}

/* Goes on with those that are left. More may die meanwhile. */
static void recover(void)
{
    int is_restored = 0;
    while (!is_restored) {
        MPI_Comm left;
        if (MPIX_Comm_shrink(comm, &left)) MPI_Abort(MPI_COMM_WORLD, 1);
        use(left);
        is_restored = have_all(!regrow() && !restore());
    }
}

/* Everybody gets the whole ring. */
static int keep(const unsigned char *block, int step)
{
    int counts[size], places[size];
    for (int r = 0; r < size; r++) {
        places[r] = first_of(r);
        counts[r] = first_of(r + 1) - places[r];
    }
    int code = MPI_Allgatherv(block, counts[rank], MPI_BYTE, older->cells, counts, places, MPI_BYTE, comm);
    if (code) return code;
    older->step = step;
    checkpoint_t *kept = newest;
    newest = older;
    older = kept;
    return MPI_SUCCESS;
}

/* From the newest checkpoint on to the next. */
static int advance(void)
{
    int first = first_of(rank), count = first_of(rank + 1) - first, code = MPI_SUCCESS;
    int left = (rank + size - 1) % size, right = (rank + 1) % size, step = newest->step;
    unsigned char *now = malloc(count + 2), *next = malloc(count + 2);
    memcpy(now + 1, newest->cells + first, count);
    for (int i = 0; i < EVERY && step < steps && !code; i++, step++) {
        if (chance > 0 && rank > 0 && rand() % chance == 0) raise(SIGKILL);
        code = MPI_Sendrecv(now + count, 1, MPI_BYTE, right, 0, now, 1, MPI_BYTE, left, 0, comm, MPI_STATUS_IGNORE);
        if (!code)
            code = MPI_Sendrecv(now + 1, 1, MPI_BYTE, left, 1, now + count + 1, 1, MPI_BYTE, right, 1, comm,
                MPI_STATUS_IGNORE);
        live(now, next, count);
        unsigned char *other = now;
        now = next;
        next = other;
    }
    if (!code) code = keep(now + 1, step);
    free(now);
    free(next);
    return code;
}

static int is_right(void)
{
    unsigned char *now = malloc(CELLS + 2), *next = malloc(CELLS + 2);
    seed_ring(now + 1);
    for (int step = 0; step < steps; step++) {
        now[0] = now[CELLS];
        now[CELLS + 1] = now[1];
        live(now, next, CELLS);
        unsigned char *other = now;
        now = next;
        next = other;
    }
    int same = !memcmp(now + 1, newest->cells, CELLS);
    free(now);
    free(next);
    return same;
}

/* One says how it came out; if it dies meanwhile, another does. */
static void report(void)
{
    int is_said = 0, all = 1;
    for (;;) {
        if (rank == 0 && !is_said) {
            int right = is_right();
            printf("%s: %d of %d ranks are left after %d steps\n", right ? "right" : "WRONG", size, wanted, steps);
            if (right) puts("ok");
            fflush(stdout);
            is_said = 1;
        }
        /* Fails if any has died, who may have been the one. */
        if (!MPIX_Comm_agree(comm, &all)) return;
        MPI_Comm left;
        if (MPIX_Comm_shrink(comm, &left)) MPI_Abort(MPI_COMM_WORLD, 1);
        use(left);
    }
}

int main(int argc, char **argv)
{
    MPI_Comm all = MPI_COMM_NULL, parent = MPI_COMM_NULL;
    int done = 0;
    steps = argc > 1 ? atoi(argv[1]) : 2000;
    chance = argc > 2 ? atoi(argv[2]) : 0;
    MPI_Init(&argc, &argv);
    newest = calloc(1, sizeof *newest);
    older = calloc(1, sizeof *older);
    older->step = -1;
    seed_ring(newest->cells);
#ifdef REPLACE
    program = argv[0];
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) newest->step = -1;
#endif
    /* Whoever dies from here on is missed by nobody. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (parent == MPI_COMM_NULL && MPIX_Comm_shrink(MPI_COMM_WORLD, &all)) MPI_Abort(MPI_COMM_WORLD, 1);
#ifdef REPLACE
    if (parent != MPI_COMM_NULL) all = join(parent);
#endif
    use(all);
    MPI_Comm_size(MPI_COMM_WORLD, &wanted);
    if (parent != MPI_COMM_NULL && argc > 4) wanted = atoi(argv[4]);
    srand((argc > 3 ? atoi(argv[3]) : 1) * 7919 + rank);
    if (parent != MPI_COMM_NULL && !have_all(!restore())) recover();
    while (!done) {
        int code = newest->step < steps ? advance() : MPI_SUCCESS;
        if (!code && newest->step < steps) continue;
        /* All have the end, or all go back together. */
        done = have_all(!code);
        if (!done) recover();
    }
    report();
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
