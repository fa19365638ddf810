/* What a tool can ask of an MPI (MPI-5.0 §15.3): all control variables with their values, all performance variables
 * with what they come to over some messages, and all kinds of events. Works with any MPI of this ABI.
 *
 *     mpiexec -n 2 ./variables [PART_OF_A_NAME] */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512 };

static const char *wanted = "";
static int rank, ranks;

static int is_wanted(const char *name)
{
    return strstr(name, wanted) != NULL;
}

/* One element, by its type; a value of an enumeration by its name. */
static void print_element(const char *at, MPI_Datatype type, MPI_T_enum of)
{
    if (type == MPI_INT && of != MPI_T_ENUM_NULL) {
        int items = 0, value;
        MPI_T_enum_get_info(of, &items, NULL, NULL);
        for (int i = 0; i < items; i++) {
            char word[TEXT];
            int len = sizeof word;
            MPI_T_enum_get_item(of, i, &value, word, &len);
            if (value == *(const int *) at) printf(" %s", word);
        }
    } else if (type == MPI_INT) {
        printf(" %d", *(const int *) at);
    } else if (type == MPI_UNSIGNED) {
        printf(" %u", *(const unsigned *) at);
    } else if (type == MPI_DOUBLE) {
        printf(" %g", *(const double *) at);
    } else if (type == MPI_COUNT) {
        printf(" %lld", (long long) *(const MPI_Count *) at);
    } else if (type == MPI_UNSIGNED_LONG) {
        printf(" %lu", *(const unsigned long *) at);
    } else {
        printf(" %llu", *(const unsigned long long *) at);
    }
}

static void print_elements(const char *at, int count, MPI_Datatype type, MPI_T_enum of)
{
    int size;
    if (type == MPI_CHAR) {
        printf(" %s", at);
        return;
    }
    PMPI_Type_size(type, &size);
    for (int i = 0; i < count; i++) print_element(at + i * size, type, of);
}

static char *room_for(int count, MPI_Datatype type)
{
    int size;
    PMPI_Type_size(type, &size);
    return calloc((size_t) count + 1, (size_t) size);
}

static void print_control_variables(void)
{
    int variables;
    MPI_T_cvar_get_num(&variables);
    printf("\nControl variables\n");
    for (int i = 0; i < variables; i++) {
        char name[TEXT], what[TEXT];
        int name_len = sizeof name, what_len = sizeof what, verbosity, bind, scope, count;
        MPI_Datatype type;
        MPI_T_enum of;
        MPI_T_cvar_handle handle;
        MPI_T_cvar_get_info(i, name, &name_len, &verbosity, &type, &of, what, &what_len, &bind, &scope);
        if (!is_wanted(name) || bind != MPI_T_BIND_NO_OBJECT) continue;
        if (MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) != MPI_SUCCESS) continue;
        char *value = room_for(count, type);
        MPI_T_cvar_read(handle, value);
        printf("  %s =", name);
        print_elements(value, count, type, of);
        printf("\n      %s\n", what);
        free(value);
        MPI_T_cvar_handle_free(&handle);
    }
}

typedef struct {
    MPI_T_pvar_handle handle;
    int index, count;
} measured_t;

/* Handles for all performance variables, those that are bound to communicators for MPI_COMM_WORLD. */
static measured_t *measure(MPI_T_pvar_session session, int *variables)
{
    MPI_T_pvar_get_num(variables);
    measured_t *all = calloc((size_t) *variables + 1, sizeof *all);
    for (int i = 0; i < *variables; i++) {
        MPI_Comm world = MPI_COMM_WORLD;
        int bind, continuous;
        MPI_T_pvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &bind, NULL, &continuous, NULL);
        all[i].index = -1;
        if (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM) continue;
        if (MPI_T_pvar_handle_alloc(session, i, &world, &all[i].handle, &all[i].count) != MPI_SUCCESS) continue;
        all[i].index = i;
    }
    MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES);
    return all;
}

static void print_performance_variables(MPI_T_pvar_session session, measured_t *all, int variables)
{
    printf("\nPerformance variables, over some messages to every rank\n");
    for (int i = 0; i < variables; i++) {
        char name[TEXT], what[TEXT];
        int name_len = sizeof name, what_len = sizeof what, class;
        MPI_Datatype type;
        MPI_T_enum of;
        if (all[i].index < 0) continue;
        MPI_T_pvar_get_info(i, name, &name_len, NULL, &class, &type, &of, what, &what_len, NULL, NULL, NULL, NULL);
        if (!is_wanted(name)) continue;
        char *value = room_for(all[i].count, type);
        MPI_T_pvar_read(session, all[i].handle, value);
        printf("  %s =", name);
        print_elements(value, all[i].count, type, of);
        printf("\n      %s\n", what);
        free(value);
    }
}

static void print_events(void)
{
    int events;
    MPI_T_event_get_num(&events);
    printf("\nEvents\n");
    for (int i = 0; i < events; i++) {
        char name[TEXT], what[TEXT];
        int name_len = sizeof name, what_len = sizeof what;
        MPI_T_event_get_info(i, name, &name_len, NULL, NULL, NULL, NULL, NULL, NULL, what, &what_len, NULL);
        if (is_wanted(name)) printf("  %s\n      %s\n", name, what);
    }
}

/* Something to be counted. */
static void exchange(void)
{
    enum { BYTES = 1000, TIMES = 100 };
    static char out[BYTES], in[BYTES];
    for (int i = 0; i < TIMES; i++) {
        int to = (rank + i) % ranks, from = (rank + ranks - i % ranks) % ranks;
        MPI_Sendrecv(out, BYTES, MPI_BYTE, to, 0, in, BYTES, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int provided, variables;
    MPI_T_pvar_session session;
    if (argc > 1) wanted = argv[1];
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_T_pvar_session_create(&session);
    measured_t *all = measure(session, &variables);
    exchange();
    if (rank == 0) {
        print_control_variables();
        print_performance_variables(session, all, variables);
        print_events();
    }
    free(all);
    MPI_T_pvar_session_free(&session);
    MPI_Finalize();
    MPI_T_finalize();
    return 0;
}
