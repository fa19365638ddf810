/* Data representations of files: external32, and one that the program registers. */
#include "files.h"

static void external32(void)
{
    MPI_File file;
    MPI_Status status;
    MPI_Aint extent;
    MPI_Datatype every, pair;
    int ints[6], back[6];
    long longs[3] = {1, -2, 3}, longs_back[3] = {0};
    const char *name = file_name("external32");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    /* Six ints of each rank, every ranks-th one. */
    MPI_Type_vector(1, 1, 1, MPI_INT, &every);
    MPI_Type_create_resized(every, 0, 4 * ranks, &pair);
    MPI_Type_commit(&pair);
    SAME(MPI_File_set_view(file, 4 * me, MPI_INT, pair, "external32", MPI_INFO_NULL), MPI_SUCCESS);
    MPI_File_get_type_extent(file, MPI_LONG, &extent);
    SAME(extent, 4);
    MPI_File_get_type_extent(file, MPI_DOUBLE, &extent);
    SAME(extent, 8);
    for (int i = 0; i < 6; i++) ints[i] = 0x01020304 + me + 256 * i;
    SAME(MPI_File_write_all(file, ints, 6, MPI_INT, &status), MPI_SUCCESS);
    SAME(count_of(&status, MPI_INT), 6);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(MPI_File_read_at_all(file, 0, back, 6, MPI_INT, &status), MPI_SUCCESS);
    CHECK(memcmp(ints, back, sizeof ints) == 0);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    unsigned char bytes[4];
    MPI_File_read_at(file, 4 * me, bytes, 4, MPI_BYTE, &status);
    SAME(bytes[0], 1);
    SAME(bytes[3], 4 + me);
    MPI_Barrier(MPI_COMM_WORLD);
    /* long has four bytes there: filetypes of it shrink. */
    MPI_Type_free(&every);
    MPI_Type_vector(2, 1, 2, MPI_LONG, &every);
    MPI_Type_commit(&every);
    MPI_File_set_view(file, 100 * me, MPI_LONG, every, "external32", MPI_INFO_NULL);
    MPI_File_get_type_extent(file, every, &extent);
    SAME(extent, 12);
    SAME(MPI_File_write_at(file, 0, longs, 3, MPI_LONG, &status), MPI_SUCCESS);
    SAME(count_of(&status, MPI_LONG), 3);
    MPI_Offset at;
    MPI_File_get_byte_offset(file, 2, &at);
    SAME(at, 100 * me + 12);
    MPI_Request request;
    MPI_File_iread_at(file, 0, longs_back, 3, MPI_LONG, &request);
    MPI_Wait(&request, &status);
    SAME(count_of(&status, MPI_LONG), 3);
    CHECK(memcmp(longs, longs_back, sizeof longs) == 0);
    MPI_File_set_size(file, 100 * (ranks - 1) + 8);
    memset(longs_back, 0, sizeof longs_back);
    MPI_File_read_at_all(file, 0, longs_back, 3, MPI_LONG, &status);
    SAME(count_of(&status, MPI_LONG), me == ranks - 1 ? 1 : 3);
    SAME(longs_back[0], 1);
    longs[0] = 1L << 40;
    RAISES(MPI_File_write_at(file, 0, longs, 1, MPI_LONG, &status), MPI_ERR_CONVERSION);
    MPI_Type_free(&every);
    MPI_Type_free(&pair);
    MPI_File_close(&file);
}

/* Ints as decimal digits, ten bytes each. */
static int conversions, extents;

static int digits_extent(MPI_Datatype type, MPI_Aint *extent, void *state)
{
    CHECK(state == &extents);
    extents++;
    *extent = type == MPI_INT ? 10 : 1;
    return MPI_SUCCESS;
}

static int digits_write(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state)
{
    char text[16];
    int size;
    CHECK(state == &extents);
    MPI_Type_size(type, &size);
    SAME(size, sizeof(int));
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%10d", ((int *) user)[position + i]);
        memcpy((char *) file + 10 * i, text, 10);
    }
    conversions++;
    return MPI_SUCCESS;
}

static int digits_read(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *state)
{
    char text[16] = {0};
    CHECK(state == &extents && type == MPI_INT);
    for (int i = 0; i < count; i++) {
        memcpy(text, (char *) file + 10 * i, 10);
        ((int *) user)[position + i] = atoi(text);
    }
    conversions++;
    return MPI_SUCCESS;
}

static int refuses(void *user, MPI_Datatype type, MPI_Count count, void *file, MPI_Offset position, void *state)
{
    CHECK(user && file && type == MPI_INT && count == 1 && position == 0 && state == &extents);
    return MPI_ERR_OTHER;
}

static void registered(void)
{
    MPI_File file;
    MPI_Status status;
    MPI_Aint extent;
    MPI_Request request;
    int ints[5], back[5];
    const char *name = file_name("registered");
    SAME(MPI_Register_datarep("digits", digits_read, digits_write, digits_extent, &extents), MPI_SUCCESS);
    RAISES(MPI_Register_datarep("digits", digits_read, digits_write, digits_extent, &extents), MPI_ERR_DUP_DATAREP);
    RAISES(MPI_Register_datarep("native", digits_read, digits_write, digits_extent, NULL), MPI_ERR_DUP_DATAREP);
    SAME(MPI_Register_datarep_c("refuses", refuses, MPI_CONVERSION_FN_NULL_C, digits_extent, &extents), MPI_SUCCESS);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    SAME(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "digits", MPI_INFO_NULL), MPI_SUCCESS);
    MPI_File_get_type_extent(file, MPI_INT, &extent);
    SAME(extent, 10);
    for (int i = 0; i < 5; i++) ints[i] = me * 1000 + i;
    SAME(MPI_File_write_at_all(file, 5 * me, ints, 5, MPI_INT, &status), MPI_SUCCESS);
    SAME(count_of(&status, MPI_INT), 5);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int way = 0; way < 5; way++) {
        int from = (me + way) % ranks;
        memset(back, 0, sizeof back);
        if (way == 0) MPI_File_read_at(file, 5 * from, back, 5, MPI_INT, &status);
        if (way == 1) MPI_File_read_at_all(file, 5 * from, back, 5, MPI_INT, &status);
        if (way == 2) {
            MPI_File_iread_at(file, 5 * from, back, 5, MPI_INT, &request);
            MPI_Wait(&request, &status);
        }
        if (way == 3) {
            MPI_File_iread_at_all(file, 5 * from, back, 5, MPI_INT, &request);
            MPI_Wait(&request, &status);
        }
        if (way == 4) {
            MPI_File_read_at_all_begin(file, 5 * from, back, 5, MPI_INT);
            MPI_File_read_at_all_end(file, back, &status);
        }
        SAME(count_of(&status, MPI_INT), 5);
        for (int i = 0; i < 5; i++) SAME(back[i], from * 1000 + i);
    }
    CHECK(conversions >= 6 && extents > 0);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    char text[11] = {0};
    MPI_File_read_at(file, 50 * me + 10, text, 10, MPI_CHAR, &status);
    SAME(atoi(text), me * 1000 + 1);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "refuses", MPI_INFO_NULL);
    RAISES(MPI_File_read_at(file, 0, back, 1, MPI_INT, &status), MPI_ERR_CONVERSION);
    char rep[MPI_MAX_DATAREP_STRING];
    MPI_Offset disp;
    MPI_Datatype etype, filetype;
    MPI_File_get_view(file, &disp, &etype, &filetype, rep);
    CHECK(strcmp(rep, "refuses") == 0);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    external32();
    registered();
    return end();
}
