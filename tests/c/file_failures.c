/* Files whose members die, and files that are revoked. Arguments: the way, the victim; run with `mpiexec --keep-going`. */
#include "survive.h"
#include "files.h"

enum { BLOCK = 4096 };

static MPI_Comm world;
static MPI_File file;
static const char *path;

static void make(int mode)
{
    CHECK(!MPI_File_open(world, path, MPI_MODE_RDWR | MPI_MODE_CREATE | mode, MPI_INFO_NULL, &file));
}

/* Waits until the victim's death is known, by the file. */
static void await_death(int victim)
{
    MPI_Group failed, all;
    int size = 0, first = 0, rank;
    do {
        CHECK(!MPIX_File_get_failed(file, &failed));
        MPI_Group_size(failed, &size);
        if (size == 0) MPI_Group_free(&failed);
    } while (size == 0);
    SAME(size, 1);
    CHECK(!MPI_File_get_group(file, &all));
    MPI_Group_translate_ranks(failed, 1, &first, all, &rank);
    SAME(rank, victim);
    MPI_Group_free(&failed);
    MPI_Group_free(&all);
}

/* The file goes by all that live; what was written before is still there, and those that are left go on with it. */
static void done(int blocks)
{
    char read[BLOCK];
    int rank, size;
    MPI_Comm left = survivors(world, ranks - 1);
    CHECK(!MPI_File_close(&file));
    CHECK(file == MPI_FILE_NULL);
    MPI_Comm_rank(left, &rank);
    MPI_Comm_size(left, &size);
    CHECK(!MPI_File_open(left, path, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file));
    for (int i = rank; i < blocks; i += size) {
        CHECK(!MPI_File_read_at(file, (MPI_Offset) i * BLOCK, read, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE));
        SAME(differs(read, BLOCK, (unsigned) i), -1);
    }
    fill(read, BLOCK, 77);
    CHECK(!MPI_File_write_at_all(file, (MPI_Offset) rank * BLOCK, read, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE));
    CHECK(!MPI_File_close(&file));
    leave(left);
}

/* Writes a block of each rank. */
static int write_round(int round)
{
    char data[BLOCK];
    MPI_Offset at = ((MPI_Offset) round * ranks + me) * BLOCK;
    fill(data, BLOCK, (unsigned) (round * ranks + me));
    return MPI_File_write_at_all(file, at, data, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE);
}

/* Collective calls end with an error at all that live, and so does every later one. */
static void collectives(int victim)
{
    int code = 0, word = 0;
    MPI_Info info;
    MPI_Info_create(&info);
    /* Through others, so that there are exchanges to break. */
    MPI_Info_set(info, "collective_buffering", "true");
    MPI_Info_set(info, "romio_cb_write", "enable");
    make(0);
    CHECK(!MPI_File_set_info(file, info));
    MPI_Info_free(&info);
    for (int round = 0; !code; round++) {
        CHECK(round < 4);
        if (round == 3 && me == victim) die();
        code = write_round(round);
    }
    RAISES(code, MPIX_ERR_PROC_FAILED);
    await_death(victim);
    RAISES(write_round(3), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_File_read_all(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_File_set_size(file, 0), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_File_set_atomicity(file, 1), MPIX_ERR_PROC_FAILED);
    /* At its beginning or at its end. */
    code = MPI_File_read_all_begin(file, &word, 1, MPI_INT);
    if (!code) code = MPI_File_read_all_end(file, &word, MPI_STATUS_IGNORE);
    RAISES(code, MPIX_ERR_PROC_FAILED);
    done(3 * ranks);
}

/* What was begun and is not waited for yet ends, too. */
static void background(int victim)
{
    char data[BLOCK];
    MPI_Request request;
    make(0);
    fill(data, BLOCK, (unsigned) me);
    CHECK(!MPI_File_write_at_all(file, (MPI_Offset) me * BLOCK, data, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE));
    meet_victim(world, victim);
    if (me == victim) die();
    int code = MPI_File_iread_at_all(file, (MPI_Offset) me * BLOCK, data, BLOCK, MPI_BYTE, &request);
    if (!code) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    RAISES(code, MPIX_ERR_PROC_FAILED);
    await_death(victim);
    done(ranks);
}

/* What a process does by itself needs nobody. */
static void alone(int victim)
{
    char data[BLOCK];
    MPI_Offset size;
    make(0);
    meet_victim(world, victim);
    if (me == victim) die();
    await_death(victim);
    for (int i = 0; i < ranks; i++) {
        fill(data, BLOCK, (unsigned) i);
        CHECK(!MPI_File_write_at(file, (MPI_Offset) i * BLOCK, data, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE));
    }
    CHECK(!MPI_File_get_size(file, &size));
    CHECK(!MPI_File_seek(file, 0, MPI_SEEK_SET));
    CHECK(!MPI_File_read(file, data, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE));
    SAME(differs(data, BLOCK, 0), -1);
    done(ranks);
}

/* The shared pointer lies at rank 0; without that it is gone, and with it everything goes on. */
static void pointers(int victim)
{
    char data[BLOCK];
    int code;
    make(0);
    if (me == 0) {
        fill(data, BLOCK, 0);
        CHECK(!MPI_File_write_shared(file, data, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE));
    }
    CHECK(!MPI_Barrier(world));
    meet_victim(world, victim);
    if (me == victim) die();
    await_death(victim);
    RAISES(MPI_File_read_ordered(file, data, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
    RAISES(MPI_File_seek_shared(file, 0, MPI_SEEK_SET), MPIX_ERR_PROC_FAILED);
    fill(data, BLOCK, 1);
    code = MPI_File_write_shared(file, data, 0, MPI_BYTE, MPI_STATUS_IGNORE);
    if (victim == 0) RAISES(code, MPIX_ERR_PROC_FAILED);
    else CHECK(!code);
    done(1);
}

/* One that does not take part gives it up for those that wait. */
static void revocation(int victim)
{
    int flag, word = 5;
    MPI_Comm left;
    make(MPI_MODE_DELETE_ON_CLOSE);
    CHECK(!MPI_File_write_at_all(file, 4 * me, &word, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK(!MPIX_File_is_revoked(file, &flag));
    SAME(flag, 0);
    CHECK(!MPI_Barrier(world));
    if (me == victim) CHECK(!MPIX_File_revoke(file));
    else RAISES(MPI_File_read_at_all(file, 0, &word, 1, MPI_INT, MPI_STATUS_IGNORE), MPIX_ERR_REVOKED);
    CHECK(!MPIX_File_is_revoked(file, &flag));
    SAME(flag, 1);
    RAISES(MPI_File_write_at(file, 0, &word, 1, MPI_INT, MPI_STATUS_IGNORE), MPIX_ERR_REVOKED);
    RAISES(MPI_File_write_shared(file, &word, 1, MPI_INT, MPI_STATUS_IGNORE), MPIX_ERR_REVOKED);
    RAISES(MPI_File_sync(file), MPIX_ERR_REVOKED);
    /* Nothing else is touched. */
    CHECK(!MPI_Barrier(world));
    left = survivors(world, ranks);
    CHECK(!MPI_File_close(&file));
    CHECK(!MPI_Barrier(left));
    CHECK(access(path, F_OK) != 0);
    leave(left);
}

/* Opening fails at all that live, and leaves nothing open. */
static void making(int victim)
{
    meet_victim(world, victim);
    if (me == victim) die();
    int code = MPI_File_open(world, path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
    RAISES(code, MPIX_ERR_PROC_FAILED);
    MPI_Comm left = survivors(world, ranks - 1);
    remove(path);
    leave(left);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int victim = atoi(argv[2]);
    path = file_name("file-failures");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    static const struct {
        const char *name;
        void (*go)(int);
    } ways[] = {
        {"collectives", collectives}, {"background", background}, {"alone", alone},
        {"pointers", pointers},       {"revocation", revocation}, {"making", making},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!strcmp(argv[1], ways[i].name)) {
            ways[i].go(victim);
            return 0;
        }
    }
    return 2;
}
