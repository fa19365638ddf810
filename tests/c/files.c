/* Files as such: modes, sizes, pointers, hints, groups, error handlers, what is closed and deleted. */
#include "files.h"

static void modes(void)
{
    MPI_File file;
    const char *name = file_name("modes");
    RAISES(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_NO_SUCH_FILE);
    CHECK(file == MPI_FILE_NULL);
    RAISES(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_INFO_NULL, &file),
           MPI_ERR_AMODE);
    RAISES(MPI_File_open(MPI_COMM_WORLD, name, 0, MPI_INFO_NULL, &file), MPI_ERR_AMODE);
    if (ranks > 1) {
        int mode = MPI_MODE_CREATE | (me == 1 ? MPI_MODE_RDWR : MPI_MODE_WRONLY);
        RAISES(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file), MPI_ERR_NOT_SAME);
    }
    SAME(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR, MPI_INFO_NULL, &file),
         MPI_SUCCESS);
    int mode;
    SAME(MPI_File_get_amode(file, &mode), MPI_SUCCESS);
    SAME(mode, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR);
    MPI_Group group, world;
    int same;
    MPI_File_get_group(file, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &same);
    SAME(same, MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    SAME(MPI_File_close(&file), MPI_SUCCESS);
    CHECK(file == MPI_FILE_NULL);
    RAISES(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR, MPI_INFO_NULL, &file),
           MPI_ERR_FILE_EXISTS);
    SAME(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file),
         MPI_SUCCESS);
    MPI_File_close(&file);
    RAISES(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_NO_SUCH_FILE);
    if (me == 0) RAISES(MPI_File_delete(name, MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE);
    RAISES(MPI_File_open(MPI_COMM_WORLD, "/", MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_BAD_FILE);
}

static void sizes(void)
{
    MPI_File file;
    MPI_Offset size;
    const char *name = file_name("sizes");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    SAME(MPI_File_set_size(file, 1000), MPI_SUCCESS);
    MPI_File_get_size(file, &size);
    SAME(size, 1000);
    SAME(MPI_File_preallocate(file, 5000), MPI_SUCCESS);
    MPI_File_get_size(file, &size);
    SAME(size, 5000);
    SAME(MPI_File_preallocate(file, 2000), MPI_SUCCESS);
    MPI_File_get_size(file, &size);
    SAME(size, 5000);
    SAME(MPI_File_set_size(file, 10), MPI_SUCCESS);
    MPI_File_get_size(file, &size);
    SAME(size, 10);
    RAISES(MPI_File_set_size(file, -1), MPI_ERR_ARG);
    if (ranks > 1) RAISES(MPI_File_set_size(file, me), MPI_ERR_NOT_SAME);
    SAME(MPI_File_sync(file), MPI_SUCCESS);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    RAISES(MPI_File_set_size(file, 7), MPI_ERR_READ_ONLY);
    RAISES(MPI_File_write(file, &size, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_READ_ONLY);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    RAISES(MPI_File_read(file, &size, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ACCESS);
    MPI_File_get_position(file, &size);
    SAME(size, 10);
    MPI_File_get_position_shared(file, &size);
    SAME(size, 10);
    MPI_File_close(&file);
}

static void pointers(void)
{
    MPI_File file;
    MPI_Offset at;
    MPI_Datatype every;
    const char *name = file_name("pointers");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_File_set_size(file, 4003);
    SAME(MPI_File_seek(file, 10, MPI_SEEK_SET), MPI_SUCCESS);
    SAME(MPI_File_seek(file, -3, MPI_SEEK_CUR), MPI_SUCCESS);
    MPI_File_get_position(file, &at);
    SAME(at, 7);
    SAME(MPI_File_seek(file, -4, MPI_SEEK_END), MPI_SUCCESS);
    MPI_File_get_position(file, &at);
    SAME(at, 3999);
    RAISES(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
    RAISES(MPI_File_seek(file, 0, 12345), MPI_ERR_ARG);
    /* One int of every three, from byte 8 on. */
    MPI_Type_vector(1, 1, 3, MPI_INT, &every);
    MPI_Type_create_resized(every, 0, 12, &every);
    MPI_Type_commit(&every);
    SAME(MPI_File_set_view(file, 8, MPI_INT, every, "native", MPI_INFO_NULL), MPI_SUCCESS);
    MPI_File_get_position(file, &at);
    SAME(at, 0);
    MPI_File_get_byte_offset(file, 5, &at);
    SAME(at, 8 + 60);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &at);
    SAME(at, (4003 - 8 + 11) / 12);
    MPI_Offset disp;
    MPI_Datatype etype, filetype;
    char rep[MPI_MAX_DATAREP_STRING];
    SAME(MPI_File_get_view(file, &disp, &etype, &filetype, rep), MPI_SUCCESS);
    SAME(disp, 8);
    CHECK(etype == MPI_INT && strcmp(rep, "native") == 0);
    MPI_Aint lb, extent;
    MPI_Type_get_extent(filetype, &lb, &extent);
    SAME(extent, 12);
    MPI_Type_free(&filetype);
    MPI_File_get_type_extent(file, MPI_DOUBLE, &extent);
    SAME(extent, 8);
    MPI_File_seek_shared(file, 3, MPI_SEEK_SET);
    MPI_File_seek_shared(file, 2, MPI_SEEK_CUR);
    MPI_File_get_position_shared(file, &at);
    SAME(at, 5);
    MPI_Barrier(MPI_COMM_WORLD);
    if (ranks > 1) RAISES(MPI_File_seek_shared(file, me, MPI_SEEK_SET), MPI_ERR_NOT_SAME);
    RAISES(MPI_File_set_view(file, -5, MPI_INT, every, "native", MPI_INFO_NULL), MPI_ERR_DISP);
    RAISES(MPI_File_set_view(file, 0, MPI_DOUBLE, every, "native", MPI_INFO_NULL), MPI_ERR_TYPE);
    RAISES(MPI_File_set_view(file, 0, MPI_INT, every, "roman", MPI_INFO_NULL), MPI_ERR_UNSUPPORTED_DATAREP);
    if (ranks > 1)
        RAISES(MPI_File_set_view(file, 0, MPI_INT, every, me ? "native" : "external32", MPI_INFO_NULL),
               MPI_ERR_NOT_SAME);
    MPI_Type_free(&every);
    MPI_File_close(&file);
}

static void hints(void)
{
    MPI_File file;
    MPI_Info asked, used;
    char value[64];
    int flag, len = sizeof value;
    const char *name = file_name("hints");
    MPI_Info_create(&asked);
    MPI_Info_set(asked, "cb_nodes", "1");
    MPI_Info_set(asked, "romio_cb_read", "disable");
    MPI_Info_set(asked, "striping_unit", "65536");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, asked, &file);
    MPI_File_get_info(file, &used);
    MPI_Info_get_string(used, "cb_nodes", &len, value, &flag);
    CHECK(flag && strcmp(value, "1") == 0);
    len = sizeof value;
    MPI_Info_get_string(used, "romio_cb_read", &len, value, &flag);
    CHECK(flag && strcmp(value, "disable") == 0);
    MPI_Info_free(&used);
    MPI_Info_set(asked, "cb_buffer_size", "1048576");
    MPI_File_set_info(file, asked);
    MPI_File_get_info(file, &used);
    len = sizeof value;
    MPI_Info_get_string(used, "cb_buffer_size", &len, value, &flag);
    CHECK(flag && strcmp(value, "1048576") == 0);
    MPI_Info_free(&used);
    MPI_Info_set(asked, "cb_buffer_size", "plenty");
    RAISES(MPI_File_set_info(file, asked), getenv("FERRY_CHECK") ? MPI_ERR_INFO_VALUE : MPI_SUCCESS);
    MPI_Info_free(&asked);
    MPI_File_close(&file);
}

static int heard, heard_of_null;

static void listen(MPI_File *file, int *code, ...)
{
    CHECK(*code != MPI_SUCCESS);
    heard++;
    if (*file == MPI_FILE_NULL) heard_of_null++;
}

static void handlers(void)
{
    MPI_File file;
    MPI_Errhandler mine, found;
    const char *name = file_name("handlers");
    MPI_File_get_errhandler(MPI_FILE_NULL, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_File_create_errhandler(listen, &mine);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_File_get_errhandler(file, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_File_set_errhandler(file, mine);
    MPI_File_seek(file, -1, MPI_SEEK_SET);
    SAME(heard, 1);
    MPI_File_call_errhandler(file, MPI_ERR_IO);
    SAME(heard, 2);
    MPI_File_close(&file);
    MPI_File_set_errhandler(MPI_FILE_NULL, mine);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    SAME(heard, 3);
    SAME(heard_of_null, 1);
    MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_get_errhandler(file, &found);
    CHECK(found == mine);
    MPI_Errhandler_free(&found);
    MPI_File_close(&file);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&mine);
    char text[MPI_MAX_ERROR_STRING];
    int len, code = MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Error_string(code, text, &len);
    CHECK(strstr(text, name) != NULL);
}

/* Handles as integers. */
static void integers(void)
{
    MPI_File file;
    const char *name = file_name("integers");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    CHECK(MPI_File_f2c(MPI_File_c2f(file)) == file);
    CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
    MPI_File again = file;
    MPI_File_close(&file);
    MPI_Offset size;
    RAISES(MPI_File_get_size(again, &size), MPI_ERR_FILE);
    RAISES(MPI_File_get_size(MPI_FILE_NULL, &size), MPI_ERR_FILE);
}

static void sequential(void)
{
    MPI_File file;
    MPI_Offset at;
    int value = me, total = 0;
    const char *name = file_name("sequential");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &file);
    RAISES(MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_UNSUPPORTED_OPERATION);
    RAISES(MPI_File_write_at(file, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_UNSUPPORTED_OPERATION);
    RAISES(MPI_File_seek(file, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION);
    SAME(MPI_File_write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    RAISES(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPI_ERR_DISP);
    SAME(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPI_SUCCESS);
    MPI_Datatype etype, filetype;
    char rep[MPI_MAX_DATAREP_STRING];
    MPI_File_get_view(file, &at, &etype, &filetype, rep);
    SAME(at, 4 * ranks);
    SAME(MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    for (int i = 0; i < 2; i++) {
        SAME(MPI_File_read_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_SUCCESS);
        MPI_Allreduce(&value, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        SAME(total, ranks * (ranks - 1) / 2);
    }
    SAME(value, me);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    modes();
    sizes();
    pointers();
    hints();
    handlers();
    integers();
    sequential();
    return end();
}
