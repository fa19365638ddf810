/* What goes wrong with files: a full device, a limit, a file that shrinks or goes, arguments that mean nothing. The
 * file can be used and closed afterwards. */
#include "files.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const char *text_of(int code)
{
    static char text[MPI_MAX_ERROR_STRING];
    int len;
    MPI_Error_string(code, text, &len);
    return text;
}

/* A device that is always full. */
static void full(void)
{
    MPI_File file;
    MPI_Status status;
    MPI_Request request;
    int data[100] = {0};
    SAME(MPI_File_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file), MPI_SUCCESS);
    RAISES(MPI_File_write_at(file, 0, data, 100, MPI_INT, &status), MPI_ERR_NO_SPACE);
    RAISES(MPI_File_write_all(file, data, 100, MPI_INT, &status), MPI_ERR_NO_SPACE);
    SAME(MPI_File_iwrite(file, data, 100, MPI_INT, &request), MPI_SUCCESS);
    RAISES(MPI_Wait(&request, &status), MPI_ERR_NO_SPACE);
    SAME(MPI_File_write_all_begin(file, data, 100, MPI_INT), MPI_SUCCESS);
    RAISES(MPI_File_write_all_end(file, data, &status), MPI_ERR_NO_SPACE);
    SAME(MPI_File_close(&file), MPI_SUCCESS);
}

/* Interleaved blocks beyond a limit: whoever writes them, all hear of it, and what was before is there. */
static void limited(void)
{
    enum { BLOCKS = 4096, BLOCK = 16 };
    MPI_File file;
    MPI_Status status;
    MPI_Datatype row, every;
    MPI_Offset size;
    struct rlimit old, less;
    static int data[BLOCKS * BLOCK], back[BLOCK];
    const char *name = file_name("limited");
    long whole = (long) ranks * sizeof data;
    signal(SIGXFSZ, SIG_IGN);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_Type_contiguous(BLOCK, MPI_INT, &row);
    MPI_Type_create_resized(row, 0, (MPI_Aint) ranks * BLOCK * sizeof(int), &every);
    MPI_Type_commit(&every);
    MPI_File_set_view(file, (MPI_Offset) me * BLOCK * sizeof(int), MPI_INT, every, "native", MPI_INFO_NULL);
    for (int i = 0; i < BLOCKS * BLOCK; i++) data[i] = me + i * 8;
    getrlimit(RLIMIT_FSIZE, &old);
    less = old;
    less.rlim_cur = (rlim_t) whole / 2;
    setrlimit(RLIMIT_FSIZE, &less);
    int code = MPI_File_write_at_all(file, 0, data, BLOCKS * BLOCK, MPI_INT, &status);
    RAISES(code, MPI_ERR_NO_SPACE);
    CHECK(strstr(text_of(code), name) != NULL);
    setrlimit(RLIMIT_FSIZE, &old);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(MPI_File_read_at(file, 0, back, BLOCK, MPI_INT, &status), MPI_SUCCESS);
    CHECK(memcmp(back, data, sizeof back) == 0);
    MPI_File_get_size(file, &size);
    CHECK(size <= whole / 2);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(MPI_File_write_at_all(file, 0, data, BLOCKS * BLOCK, MPI_INT, &status), MPI_SUCCESS);
    MPI_File_get_size(file, &size);
    SAME(size, whole);
    MPI_Type_free(&row);
    MPI_Type_free(&every);
    MPI_File_close(&file);
}

/* A file that others cut and delete: reads end where it ends, and it can be closed. */
static void vanishing(void)
{
    MPI_File file;
    MPI_Status status;
    static char data[10000], back[10000];
    const char *name = file_name("vanishing");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    fill(data, sizeof data, 3);
    if (me == 0) MPI_File_write_at(file, 0, data, sizeof data, MPI_CHAR, &status);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) CHECK(truncate(name, 1234) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(MPI_File_read_at(file, 1000, back, 5000, MPI_CHAR, &status), MPI_SUCCESS);
    SAME(count_of(&status, MPI_CHAR), 234);
    SAME(MPI_File_read_at_all(file, 1200, back, 5000, MPI_CHAR, &status), MPI_SUCCESS);
    SAME(count_of(&status, MPI_CHAR), 34);
    SAME(MPI_File_read_at_all(file, 5000, back, 5000, MPI_CHAR, &status), MPI_SUCCESS);
    SAME(count_of(&status, MPI_CHAR), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) CHECK(unlink(name) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(MPI_File_write_at_all(file, me * 100, data, 100, MPI_CHAR, &status), MPI_SUCCESS);
    SAME(MPI_File_close(&file), MPI_SUCCESS);
    /* One that is to be deleted and is gone says so, and is closed. */
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    if (me == 0) CHECK(unlink(name) == 0);
    RAISES(MPI_File_close(&file), MPI_ERR_NO_SUCH_FILE);
    CHECK(file == MPI_FILE_NULL);
}

static void arguments(void)
{
    MPI_File file;
    MPI_Status status;
    MPI_Datatype wrong;
    int data[4] = {0};
    const char *name = file_name("arguments");
    RAISES(MPI_File_open(MPI_COMM_WORLD, "", MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_BAD_FILE);
    RAISES(MPI_File_open(MPI_COMM_NULL, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_COMM);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    RAISES(MPI_File_write_at(file, -1, data, 1, MPI_INT, &status), MPI_ERR_ARG);
    RAISES(MPI_File_write_at(file, 0, data, -1, MPI_INT, &status), MPI_ERR_COUNT);
    RAISES(MPI_File_write_at(file, 0, data, 1, MPI_DATATYPE_NULL, &status), MPI_ERR_TYPE);
    RAISES(MPI_File_write_at(file, 0, NULL, 1, MPI_INT, &status), MPI_ERR_BUFFER);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    RAISES(MPI_File_write_at(file, 0, data, 3, MPI_SHORT, &status), MPI_ERR_TYPE);
    RAISES(MPI_File_write_at(file, INT64_MAX / 2, data, 1, MPI_INT, &status), MPI_ERR_ARG);
    /* Displacements of a filetype do not decrease, nor do parts of it overlap where the file is written. */
    MPI_Type_indexed(2, (int[]){1, 1}, (int[]){3, 0}, MPI_INT, &wrong);
    MPI_Type_commit(&wrong);
    RAISES(MPI_File_set_view(file, 0, MPI_INT, wrong, "native", MPI_INFO_NULL), MPI_ERR_IO);
    MPI_Type_free(&wrong);
    MPI_Type_indexed(2, (int[]){2, 2}, (int[]){0, 1}, MPI_INT, &wrong);
    MPI_Type_commit(&wrong);
    RAISES(MPI_File_set_view(file, 0, MPI_INT, wrong, "native", MPI_INFO_NULL), MPI_ERR_IO);
    MPI_Type_free(&wrong);
    MPI_Type_contiguous(3, MPI_INT, &wrong);
    RAISES(MPI_File_set_view(file, 0, MPI_INT, wrong, "native", MPI_INFO_NULL), MPI_ERR_TYPE);
    MPI_Type_free(&wrong);
    SAME(MPI_File_write_at(file, 0, NULL, 0, MPI_INT, &status), MPI_SUCCESS);
    SAME(count_of(&status, MPI_INT), 0);
    MPI_File_close(&file);
}

/* A filetype that does not move on: there is one, and no second behind it. */
static void standing(void)
{
    MPI_File file;
    int data[2] = {0, 1};
    MPI_Datatype pair;
    MPI_Status status;
    MPI_Offset end;
    MPI_File_open(MPI_COMM_WORLD, file_name("standing"), MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_Type_create_resized(MPI_INT, 0, 0, &pair);
    MPI_Type_commit(&pair);
    SAME(MPI_File_set_view(file, 0, MPI_INT, pair, "native", MPI_INFO_NULL), MPI_SUCCESS);
    SAME(MPI_File_write_at_all(file, 0, data, 1, MPI_INT, &status), MPI_SUCCESS);
    RAISES(MPI_File_write_at_all(file, 0, data, 2, MPI_INT, &status), MPI_ERR_IO);
    RAISES(MPI_File_read_at(file, 1, data, 1, MPI_INT, &status), MPI_ERR_IO);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &end);
    SAME(end, 1);
    MPI_Type_free(&pair);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    full();
    limited();
    vanishing();
    arguments();
    standing();
    return end();
}
