/* Communicators one after the other: either the collectives of all of them come to go through memory that their members
 * share, or those of none. Whoever is quick may find that memory before the one that has made it goes on. */
#include "check.h"

enum { COMMUNICATORS = 400, CALLS = 12 };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle in_commons;

static unsigned long long so_many_in_commons(void)
{
    unsigned long long value = 0;
    CHECK(!MPI_T_pvar_read(session, in_commons, &value));
    return value;
}

static unsigned long long of_another(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    unsigned long long before = so_many_in_commons();
    for (int call = 0; call < CALLS; call++) {
        int one = 1, sum = 0;
        CHECK(!MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
        SAME(sum, ranks);
    }
    unsigned long long of_this = so_many_in_commons() - before;
    MPI_Comm_free(&comm);
    return of_this;
}

int main(int argc, char **argv)
{
    int index, count, provided;
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    begin(&argc, &argv);
    CHECK(!MPI_T_pvar_session_create(&session));
    CHECK(!MPI_T_pvar_get_index("coll.in_commons", MPI_T_PVAR_CLASS_COUNTER, &index));
    CHECK(!MPI_T_pvar_handle_alloc(session, index, NULL, &in_commons, &count));
    CHECK(!MPI_T_pvar_start(session, in_commons));
    unsigned long long of_first = of_another();
    CHECK(ranks > 1 || of_first == 0);
    for (int i = 1; i < COMMUNICATORS; i++) SAME(of_another(), of_first);
    if (me == 0) puts("ok");
    MPI_Finalize();
    MPI_T_finalize();
    return 0;
}
