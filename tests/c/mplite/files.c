/* Files that one process reads and writes for all, blocks that are handed over, and lines of the log. The first
 * argument is a folder. */
#define FERRY_MPLITE_LOG_NAMES
#include "check.h"

static char path[4096];

static const char *in_folder(const char *folder, const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void reads(const char *folder)
{
    double d[3];
    int i[4];
    float f;
    char title[16], words[2][8];
    FILE *file = MP_fopen(in_folder(folder, "input"), "r");
    CHECK((file != NULL) == (me == 0));
    MP_dRead(file, d, 3);
    CHECK(d[0] == 1.5 && d[1] == -2500 && d[2] == 3);
    MP_iRead(file, i, 4);
    CHECK(i[0] == 1 && i[3] == 4);
    MP_fRead(file, &f, 1);
    CHECK(f == 0.25f);
    MP_cRead(file, title, sizeof title);
    CHECK(!strcmp(title, "two words"));
    MP_wRead(file, words[0], 2, 8);
    CHECK(!strcmp(words[0], "alpha") && !strcmp(words[1], "beta"));
    MP_fclose(file);
}

static void scans(const char *folder)
{
    int n = -1, count, own = -1, at = -1;
    double d = 0;
    char word[16] = "", own_word[16] = "";
    long l = -1;
    FILE *file = MP_fopen(in_folder(folder, "scan"), "r");
    count = MP_gfscanf(file, "%d %lf %15s %*d %ld%n", &n, &d, word, &l, &at);
    CHECK(count == 4 && n == 7 && d == 2.5 && !strcmp(word, "seven") && l == 1L << 40 && at == 28);
    n = 99;
    count = MP_gfscanf(file, " x%d", &n);
    CHECK(count == 0 && n == 99);
    count = MP_nofscanf(file, "%d %15s", &own, own_word);
    CHECK(count == 2 && own == 100 + me && own_word[0] == 'a' + me);
    MP_fclose(file);
}

/* Each process adds its line where the one before it has stopped, twice. */
static void writes(const char *folder)
{
    char line[64], expected[64];
    FILE *file = MP_fopen(in_folder(folder, "ordered"), "w");
    MP_gfprintf(file, "of %d\n", nprocs);
    MP_nofprintf(file, "line of %d\n", me);
    MP_fclose(file);
    in_folder(folder, "token");
    if (me == 0) fclose(fopen(path, "w"));
    MP_Sync();
    file = fopen(path, "r+");
    CHECK(file);
    for (int round = 0; round < 2; round++) {
        MP_Get_Token(file);
        fprintf(file, "round %d process %d\n", round, me);
        MP_Pass_Token(file);
    }
    MP_Get_Token(NULL), MP_Pass_Token(NULL);
    fclose(file);
    MP_Sync();
    if (me != 0) return;
    file = fopen(path, "r");
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < nprocs; i++) {
            snprintf(expected, sizeof expected, "round %d process %d\n", round, i);
            CHECK(fgets(line, sizeof line, file) && !strcmp(line, expected));
        }
    }
    fclose(file);
    file = fopen(in_folder(folder, "ordered"), "r");
    snprintf(expected, sizeof expected, "of %d\n", nprocs);
    CHECK(fgets(line, sizeof line, file) && !strcmp(line, expected));
    for (int i = 0; i < nprocs; i++) {
        snprintf(expected, sizeof expected, "line of %d\n", i);
        CHECK(fgets(line, sizeof line, file) && !strcmp(line, expected));
    }
    fclose(file);
}

static void blocks(void)
{
    int next = (me + 1) % nprocs, before = (me + nprocs - 1) % nprocs;
    char *block = MP_shmMalloc(1 << 20), *theirs = NULL;
    memset(block, me, 1 << 20);
    MP_IPSend(block, 1 << 20, next, 3);
    MP_IPRecv((void **) &theirs, 1 << 20, before, 3);
    CHECK(theirs[0] == before && theirs[(1 << 20) - 1] == before);
    MP_Cleanup(theirs);
    MP_shmFree(MP_shmMalloc(0));
    int *few = MP_Calloc(4, sizeof *few);
    few = MP_Realloc(few, 8 * sizeof *few);
    CHECK(few[3] == 0);
    MP_Free(few), MP_Free(MP_Malloc(1));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK(argc > 1);
    reads(argv[1]);
    scans(argv[1]);
    writes(argv[1]);
    blocks();
    lprintf("a line of %d", me);
    dbprintf("not this one");
    MP_Set("debug", 3);
    ddbprintf("but this one");
    MP_Set("debug", 0);
    return end();
}
