/* Processes that start others: `spawning FOLDER PREFIX` as the parent, where the children leave a file each; and
   `spawning child FOLDER NAME` as one of these. */
#include "check.h"
#include <time.h>
#include <unistd.h>

static void leave_file(const char *folder, const char *name)
{
    char fresh[1200], file[1100], there[1024], put[256];
    int spawned = 0, appnum = -1;
    OK(PMI_Init(&spawned));
    CHECK(spawned == 1);
    OK(PMI_Get_rank(&me));
    OK(PMI_Get_size(&ranks));
    OK(PMI_Get_appnum(&appnum));
    OK(PMI_KVS_Get_my_name(space, sizeof space));
    OK(PMI_KVS_Get(space, "greeting", put, sizeof put));
    exchange(0);
    CHECK(getcwd(there, sizeof there) != NULL);
    snprintf(file, sizeof file, "%s/%s.%d", folder, name, me);
    snprintf(fresh, sizeof fresh, "%s.new", file);
    FILE *out = fopen(fresh, "w");
    CHECK(out != NULL);
    fprintf(out, "%d %d %s %s", ranks, appnum, put, there);
    fclose(out);
    CHECK(rename(fresh, file) == 0);
    OK(PMI_Finalize());
}

static void await(const char *folder, const char *name, int rank, const char *wanted)
{
    char file[1100], there[1500];
    const struct timespec moment = { 0, 5000000 };
    FILE *in;
    snprintf(file, sizeof file, "%s/%s.%d", folder, name, rank);
    for (int turns = 0; (in = fopen(file, "r")) == NULL; turns++) {
        CHECK(turns < 12000);
        nanosleep(&moment, NULL);
    }
    CHECK(fgets(there, sizeof there, in) != NULL);
    fclose(in);
    if (strcmp(there, wanted) != 0) fprintf(stderr, "%s: '%s', not '%s'\n", file, there, wanted);
    CHECK(strcmp(there, wanted) == 0);
}

static void spawn_two(const char *self, const char *folder, const char *name)
{
    const char *cmds[] = { self, self };
    const char *first[] = { "child", folder, name, NULL }, *second[] = { "child", folder, name, NULL };
    const char **argvs[] = { first, second };
    const int most[] = { 2, 1 }, info_sizes[] = { 1, 1 };
    const PMI_keyval_t where = { "wdir", (char *) folder }, root = { "wdir", "/" };
    const PMI_keyval_t *info[] = { &where, &root }, preput[] = { { "greeting", "good-day" } };
    int errors[3] = { 7, 7, 7 };
    char wanted[1400];
    OK(PMI_Spawn_multiple(2, cmds, argvs, most, info_sizes, info, 1, preput, errors));
    CHECK(errors[0] == PMI_SUCCESS && errors[1] == PMI_SUCCESS && errors[2] == PMI_SUCCESS);
    for (int rank = 0; rank < 3; rank++) {
        snprintf(wanted, sizeof wanted, "3 %d good-day %s", rank / 2, rank < 2 ? folder : "/");
        await(folder, name, rank, wanted);
    }
}

static void provoke(const char *self)
{
    const char *cmds[] = { self, "/there/is/no/such/program" }, *none[] = { NULL, NULL }, *empty[] = { "", "" };
    const int most[] = { 1, 1 }, less[] = { -1, 1 }, size[] = { 1, 0 }, minus[] = { -1, 0 };
    const PMI_keyval_t no_value = { "wdir", NULL }, blank = { "a b", "c" }, nothing = { "a", "" }, no_key = { NULL, "x" };
    const PMI_keyval_t *pairs[] = { &no_value, NULL }, *nowhere[] = { NULL, NULL };
    char long_value[4096];
    PMI_keyval_t big = { "a", long_value };
    int errors[2] = { 7, 7 };
    memset(long_value, 'v', sizeof long_value);
    long_value[sizeof long_value - 1] = 0;
    GIVES(PMI_Spawn_multiple(0, cmds, NULL, most, NULL, NULL, 0, NULL, errors), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Spawn_multiple(1, NULL, NULL, most, NULL, NULL, 0, NULL, errors), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Spawn_multiple(1, none, NULL, most, NULL, NULL, 0, NULL, errors), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Spawn_multiple(1, empty, NULL, most, NULL, NULL, 0, NULL, errors), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, NULL, NULL, NULL, 0, NULL, errors), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, less, NULL, NULL, 0, NULL, errors), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, most, size, pairs, 0, NULL, errors), PMI_ERR_INVALID_KEYVALP);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, most, size, nowhere, 0, NULL, errors), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, most, minus, pairs, 0, NULL, errors), PMI_ERR_INVALID_LENGTH);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, most, NULL, NULL, -1, NULL, errors), PMI_ERR_INVALID_LENGTH);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, most, NULL, NULL, 1, &no_key, errors), PMI_ERR_INVALID_KEYVALP);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, most, NULL, NULL, 1, &blank, errors), PMI_ERR_INVALID_KEY);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, most, NULL, NULL, 1, &nothing, errors), PMI_ERR_INVALID_VAL);
    GIVES(PMI_Spawn_multiple(1, cmds, NULL, most, NULL, NULL, 1, &big, errors), PMI_ERR_INVALID_VAL_LENGTH);
    /* One of them cannot be started: none is, and each is told of. */
    GIVES(PMI_Spawn_multiple(2, cmds, NULL, most, NULL, NULL, 0, NULL, errors), PMI_FAIL);
    CHECK(errors[1] == PMI_FAIL);
    GIVES(PMI_Spawn_multiple(2, cmds, NULL, most, NULL, NULL, 0, NULL, NULL), PMI_FAIL);
}

int main(int argc, char **argv)
{
    char name[64];
    int number;
    if (argc == 4 && strcmp(argv[1], "child") == 0) {
        leave_file(argv[2], argv[3]);
        return 0;
    }
    if (argc < 2) return 2;
    GIVES(PMI_Spawn_multiple(1, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL), PMI_ERR_INIT);
    begin();
    if (argc > 2) {
        /* Without a launcher there is nobody to start anything. */
        const char *cmds[] = { argv[0] };
        const int one = 1;
        GIVES(PMI_Spawn_multiple(1, cmds, NULL, &one, NULL, NULL, 0, NULL, &number), PMI_FAIL);
        CHECK(number == PMI_FAIL);
        return end();
    }
    provoke(argv[0]);
    /* Each rank starts a job, at the same time, and then another. */
    for (int round = 0; round < 2; round++) {
        snprintf(name, sizeof name, "of-%d-%d", me, round);
        spawn_two(argv[0], argv[1], name);
    }
    exchange(1);
    return end();
}
