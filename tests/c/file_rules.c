/* Files as programs of others expect them: names of any bytes, names of representations in capitals, hints that mean
 * nothing, shared pointers that wait for an access that is right, modes that all processes hear of at once, and
 * processes with wrong arguments that still do their part. */
#include "files.h"
#include <sys/stat.h>
#include <unistd.h>

static MPI_File opened(const char *name, int mode, MPI_Info info)
{
    MPI_File file;
    SAME(MPI_File_open(MPI_COMM_WORLD, name, mode, info, &file), MPI_SUCCESS);
    return file;
}

static const int MADE = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;

/* A name is bytes, in whatever encoding; ROMIO's word for a file system is no part of it. */
static void names(void)
{
    char name[4096], prefixed[5000];
    struct stat status;
    snprintf(name, sizeof name, "%s-lat\xe9n", file_name("names"));
    snprintf(prefixed, sizeof prefixed, "ufs:%s", name);
    MPI_File file = opened(name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL);
    CHECK(stat(name, &status) == 0);
    MPI_File_close(&file);
    file = opened(prefixed, MPI_MODE_RDONLY, MPI_INFO_NULL);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) SAME(MPI_File_delete(prefixed, MPI_INFO_NULL), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(stat(name, &status) != 0);
}

static int extent(MPI_Datatype type, MPI_Aint *place, void *extra)
{
    int size;
    (void) extra;
    MPI_Type_size(type, &size);
    *place = 2 * size;
    return MPI_SUCCESS;
}

/* Capitals; and a registered representation that converts nothing, whatever it says of extents. */
static void representations(void)
{
    char found[MPI_MAX_DATAREP_STRING];
    const char *capitals[] = { "NATIVE", "INTERNAL", "EXTERNAL32" }, *small[] = { "native", "internal", "external32" };
    MPI_Datatype etype, filetype;
    MPI_Offset at;
    MPI_Status status;
    MPI_File file = opened(file_name("representations"), MADE, MPI_INFO_NULL);
    for (int i = 0; i < 3; i++) {
        SAME(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, capitals[i], MPI_INFO_NULL), MPI_SUCCESS);
        MPI_File_get_view(file, &at, &etype, &filetype, found);
        CHECK(strcmp(found, small[i]) == 0);
        RAISES(MPI_Register_datarep(capitals[i], MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent, NULL),
               MPI_ERR_DUP_DATAREP);
    }
    SAME(MPI_Register_datarep("unconverted", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent, NULL), MPI_SUCCESS);
    SAME(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "unconverted", MPI_INFO_NULL), MPI_SUCCESS);
    int data[8] = { me }, back[8], count;
    SAME(MPI_File_write_at_all(file, me * 64, data, 8, MPI_INT, &status), MPI_SUCCESS);
    MPI_Get_count(&status, MPI_INT, &count);
    SAME(count, 8);
    SAME(MPI_File_read_at_all(file, me * 64, back, 8, MPI_INT, &status), MPI_SUCCESS);
    MPI_Get_count(&status, MPI_INT, &count);
    SAME(count, 8);
    CHECK(memcmp(data, back, sizeof data) == 0);
    MPI_File_close(&file);
}

/* No hint keeps a file from being opened, unless all is checked. */
static void hints(void)
{
    const char *asked[][2] = { { "romio_cb_write", "ENABLE" }, { "romio_cb_read", "auto" }, { "cb_nodes", "-1" },
                               { "collective_buffering", "TRUE" }, { "cb_buffer_size", "0" }, { "file_perm", "rw" } };
    MPI_Info info;
    MPI_File file;
    int is_checked = getenv("FERRY_CHECK") != NULL;
    for (int i = 0; i < 6; i++) {
        MPI_Info_create(&info);
        MPI_Info_set(info, asked[i][0], asked[i][1]);
        int means_nothing = i == 2 || i >= 4;
        int code = MPI_File_open(MPI_COMM_WORLD, file_name("hints"), MADE, info, &file);
        RAISES(code, is_checked && means_nothing ? MPI_ERR_INFO_VALUE : MPI_SUCCESS);
        if (!code) MPI_File_close(&file);
        MPI_Info_free(&info);
    }
}

/* Only what is right moves the shared pointer. */
static void shared(void)
{
    MPI_Offset at;
    long long large = 1ll << 62;
    MPI_File file = opened(file_name("shared"), MADE, MPI_INFO_NULL);
    SAME(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL), MPI_SUCCESS);
    RAISES(MPI_File_write_shared(file, NULL, 3, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_BUFFER);
    RAISES(MPI_File_read_shared(file, NULL, 3, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_BUFFER);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(file, &at);
    SAME(at, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(MPI_File_write_shared(file, &large, 1, MPI_LONG_LONG, MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(file, &at);
    SAME(at, 8 * ranks);
    MPI_File_close(&file);
}

/* What a sequential file has not; a split access of that kind does not even begin. */
static void sequential(void)
{
    MPI_Offset at;
    int value = me;
    MPI_File file = opened(file_name("sequential"), MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL
                           | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL);
    RAISES(MPI_File_set_size(file, 8), MPI_ERR_UNSUPPORTED_OPERATION);
    RAISES(MPI_File_preallocate(file, 8), MPI_ERR_UNSUPPORTED_OPERATION);
    RAISES(MPI_File_seek_shared(file, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION);
    RAISES(MPI_File_get_position_shared(file, &at), MPI_ERR_UNSUPPORTED_OPERATION);
    RAISES(MPI_File_write_all_begin(file, &value, 1, MPI_INT), MPI_ERR_UNSUPPORTED_OPERATION);
    SAME(MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_File_close(&file);
}

/* Rank 0 gives wrong arguments, and nobody waits for ever. */
static void wrong_at_one(void)
{
    int wrong = me == 0, count = wrong ? -1 : 1, value = me, others = wrong ? MPI_ERR_COUNT : MPI_SUCCESS;
    MPI_Datatype type = wrong ? MPI_DATATYPE_NULL : MPI_INT;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File file = opened(file_name("wrong"), MADE, MPI_INFO_NULL), none;
    RAISES(MPI_File_write_at_all(file, me * 4, &value, count, MPI_INT, MPI_STATUS_IGNORE), others);
    RAISES(MPI_File_read_all(file, &value, count, MPI_INT, MPI_STATUS_IGNORE), others);
    RAISES(MPI_File_write_all(file, &value, 1, type, MPI_STATUS_IGNORE), wrong ? MPI_ERR_TYPE : MPI_SUCCESS);
    /* All are ordered, or none. */
    RAISES(MPI_File_write_ordered(file, &value, count, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    int code = MPI_File_iwrite_all(file, &value, count, MPI_INT, &request);
    if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    RAISES(code, others);
    code = MPI_File_write_all_begin(file, &value, count, MPI_INT);
    if (code == MPI_SUCCESS) code = MPI_File_write_all_end(file, &value, MPI_STATUS_IGNORE);
    RAISES(code, others);
    RAISES(MPI_File_set_view(file, 0, type, MPI_INT, "native", MPI_INFO_NULL), MPI_ERR_TYPE);
    RAISES(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, wrong ? NULL : "native", MPI_INFO_NULL), MPI_ERR_ARG);
    const char *name = file_name("none");
    RAISES(MPI_File_open(MPI_COMM_WORLD, wrong ? NULL : name, MADE, MPI_INFO_NULL, &none),
           MPI_ERR_BAD_FILE);
    SAME(MPI_File_write_at_all(file, me * 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    names();
    representations();
    hints();
    shared();
    sequential();
    wrong_at_one();
    return end();
}
