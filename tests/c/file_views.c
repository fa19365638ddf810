/* Views whose bytes do not lie one behind the other: parts of a filetype that overlap, in a file that is only read,
 * and filetypes that interleave, as columns of a matrix do. All ways of access, with and without a few processes that
 * access the file for all, against a list of places. */
#include "files.h"

enum { ROWS = 40, COLUMNS = 24, STREAM = 8 * 400, SIZE = 5000 };

static unsigned char value(long place)
{
    return (unsigned char) (place * 7 % 251);
}

/* A view: where each byte of this rank's stream lies, and what says so. */
static long places[STREAM];
static MPI_Datatype etype, filetype;
static MPI_Offset disp;
static int unit;

/* The stream of `count` etypes at these displacements, again and again. */
static void lay_out(int count, const MPI_Aint *starts, MPI_Aint extent)
{
    MPI_Datatype row;
    int *ones = get((size_t) count * sizeof *ones);
    for (int i = 0; i < count; i++) ones[i] = 1;
    MPI_Type_create_hindexed(count, ones, starts, etype, &row);
    MPI_Type_create_resized(row, 0, extent, &filetype);
    MPI_Type_free(&row);
    MPI_Type_commit(&filetype);
    free(ones);
    for (long i = 0; i < STREAM; i++) {
        long number = i / unit;
        places[i] = disp + number / count * extent + starts[number % count] + i % unit;
    }
}

/* Doubles that overlap by half. */
static void halves(void)
{
    MPI_Aint starts[200];
    for (int i = 0; i < 200; i++) starts[i] = 4 * i + me;
    MPI_Type_dup(MPI_DOUBLE, &etype);
    unit = 8, disp = 0;
    lay_out(200, starts, 2000);
}

/* One double again and again. */
static void repeated(void)
{
    MPI_Aint starts[200] = {0};
    MPI_Type_dup(MPI_DOUBLE, &etype);
    unit = 8, disp = me * 3;
    lay_out(200, starts, 2000);
}

/* An etype that overlaps itself: the last of its bytes lies among the others. */
static void within(void)
{
    MPI_Aint start = 0;
    int lengths[] = {16, 1};
    MPI_Aint displacements[] = {0, 4};
    MPI_Type_create_hindexed(2, lengths, displacements, MPI_BYTE, &etype);
    unit = 17, disp = me * 32;
    lay_out(1, &start, 16);
    for (long i = 0; i < STREAM; i++) places[i] = disp + i / 17 * 16 + (i % 17 < 16 ? i % 17 : 4);
}

/* Each rank's columns of a matrix. */
static void columns(void)
{
    MPI_Aint starts[ROWS];
    for (int i = 0; i < ROWS; i++) starts[i] = i * COLUMNS * (MPI_Aint) sizeof(int);
    MPI_Type_dup(MPI_INT, &etype);
    unit = sizeof(int), disp = me * (COLUMNS / ranks) * (MPI_Offset) sizeof(int);
    lay_out(ROWS, starts, sizeof(int));
}

/* Rank 0's bytes ascend, the others' do not. */
static void differently(void)
{
    MPI_Aint starts[2] = {0, me == 0 ? 16 : 4};
    MPI_Type_dup(MPI_DOUBLE, &etype);
    unit = 8, disp = me * 8;
    lay_out(2, starts, 32);
}

enum { WAYS = 6 };

static void read_by(MPI_File file, int way, long first, unsigned char *room, int len, MPI_Status *status)
{
    MPI_Request request;
    MPI_Offset offset = first / unit;
    MPI_File_seek(file, offset, MPI_SEEK_SET);
    switch (way) {
    case 0: SAME(MPI_File_read_at(file, offset, room, len, MPI_BYTE, status), MPI_SUCCESS); break;
    case 1: SAME(MPI_File_read(file, room, len, MPI_BYTE, status), MPI_SUCCESS); break;
    case 2: SAME(MPI_File_read_at_all(file, offset, room, len, MPI_BYTE, status), MPI_SUCCESS); break;
    case 3: SAME(MPI_File_read_all(file, room, len, MPI_BYTE, status), MPI_SUCCESS); break;
    case 4:
        SAME(MPI_File_iread_at_all(file, offset, room, len, MPI_BYTE, &request), MPI_SUCCESS);
        SAME(MPI_Wait(&request, status), MPI_SUCCESS);
        break;
    case 5:
        SAME(MPI_File_read_all_begin(file, room, len, MPI_BYTE), MPI_SUCCESS);
        SAME(MPI_File_read_all_end(file, room, status), MPI_SUCCESS);
        break;
    }
}

/* Reads this part of the stream: what lies there, up to the first byte behind the file's end. */
static void read_part(MPI_File file, int way, long first, int len)
{
    MPI_Status status;
    MPI_Offset position;
    int there = 0;
    unsigned char *room = get((size_t) len + 1);
    memset(room, 0xee, (size_t) len + 1);
    while (there < len && places[first + there] < SIZE) there++;
    read_by(file, way, first, room, len, &status);
    SAME(count_of(&status, MPI_BYTE), there);
    for (int i = 0; i < there; i++) SAME(room[i], value(places[first + i]));
    for (int i = there; i <= len; i++) SAME(room[i], 0xee);
    MPI_File_get_position(file, &position);
    if (way == 1 || way == 3) SAME(position, first / unit + there / unit);
    free(room);
}

/* Offsets of the view lie where they should, and the file ends with the first etype behind its last byte. */
static void look_around(MPI_File file)
{
    MPI_Offset byte, position;
    for (long i = 0; i < STREAM / unit; i++) {
        SAME(MPI_File_get_byte_offset(file, i, &byte), MPI_SUCCESS);
        SAME(byte, places[i * unit]);
    }
    long end = 0;
    while (end < STREAM / unit && places[end * unit] < SIZE) end++;
    if (end == STREAM / unit) return;
    SAME(MPI_File_seek(file, 0, MPI_SEEK_END), MPI_SUCCESS);
    MPI_File_get_position(file, &position);
    SAME(position, end);
}

static void read_all_ways(MPI_File file, void (*view)(void))
{
    view();
    MPI_Type_commit(&etype);
    SAME(MPI_File_set_view(file, disp, etype, filetype, "native", MPI_INFO_NULL), MPI_SUCCESS);
    look_around(file);
    for (int atomic = 0; atomic < 2; atomic++) {
        MPI_File_set_atomicity(file, atomic);
        for (int way = 0; way < WAYS; way++) {
            int most = STREAM / unit * unit;
            read_part(file, way, 0, most);
            read_part(file, way, 5 * unit, most / 3 / unit * unit);
            read_part(file, way, unit, 2 * unit);
            /* Who reads nothing knows of no overlap. */
            read_part(file, way, 2 * unit, me == 0 ? 0 : 90 * unit);
        }
    }
    MPI_Type_free(&etype);
    MPI_Type_free(&filetype);
}

static MPI_Info hints(const char *buffering, const char *size)
{
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_read", buffering);
    MPI_Info_set(info, "romio_cb_write", buffering);
    MPI_Info_set(info, "cb_buffer_size", size);
    MPI_Info_set(info, "cb_nodes", "2");
    return info;
}

static void reading(MPI_Info info)
{
    MPI_File file;
    const char *name = file_name("overlapping");
    if (me == 0) {
        FILE *plain = fopen(name, "wb");
        for (long i = 0; i < SIZE; i++) fputc(value(i), plain);
        fclose(plain);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, info, &file);
    void (*views[])(void) = {halves, repeated, within, columns, differently};
    for (int i = 0; i < 5; i++) read_all_ways(file, views[i]);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) CHECK(remove(name) == 0);
}

/* All columns of the matrix, by the whole of it. */
static void compare(MPI_File file, int round)
{
    int width = COLUMNS / ranks;
    static int matrix[ROWS][COLUMNS];
    MPI_Status status;
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_read_at(file, 0, matrix, ROWS * COLUMNS, MPI_INT, &status);
    SAME(count_of(&status, MPI_INT), ROWS * COLUMNS - (COLUMNS - ranks * width));
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < ranks * width; column++)
            SAME(matrix[row][column], round + column / width * 10000 + column % width * ROWS + row);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Writes this rank's columns, one after the other, and reads them back. */
static void write_columns(MPI_File file, int way, int round)
{
    int count = ROWS * (COLUMNS / ranks);
    int *data = get((size_t) count * sizeof(int)), *back = get((size_t) count * sizeof(int));
    MPI_Status status;
    MPI_Request request;
    for (int i = 0; i < count; i++) data[i] = round + me * 10000 + i;
    SAME(MPI_File_set_view(file, disp, MPI_INT, filetype, "native", MPI_INFO_NULL), MPI_SUCCESS);
    switch (way) {
    case 0: SAME(MPI_File_write_at(file, 0, data, count, MPI_INT, &status), MPI_SUCCESS); break;
    case 1: SAME(MPI_File_write(file, data, count, MPI_INT, &status), MPI_SUCCESS); break;
    case 2: SAME(MPI_File_write_all(file, data, count, MPI_INT, &status), MPI_SUCCESS); break;
    case 3:
        SAME(MPI_File_iwrite_at_all(file, 0, data, count, MPI_INT, &request), MPI_SUCCESS);
        SAME(MPI_Wait(&request, &status), MPI_SUCCESS);
        break;
    case 4: /* One column by one call: each process's bytes ascend. */
        for (int i = 0; i < count; i += ROWS)
            SAME(MPI_File_write_all(file, data + i, ROWS, MPI_INT, &status), MPI_SUCCESS);
        break;
    }
    SAME(count_of(&status, MPI_INT), way == 4 ? ROWS : count);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    SAME(MPI_File_read_at_all(file, 0, back, count, MPI_INT, &status), MPI_SUCCESS);
    SAME(count_of(&status, MPI_INT), count);
    CHECK(memcmp(back, data, (size_t) count * sizeof(int)) == 0);
    free(data);
    free(back);
    compare(file, round);
}

static void writing(MPI_Info info)
{
    MPI_File file;
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, file_name("columns"), mode, info, &file);
    columns();
    for (int atomic = 0; atomic < 2; atomic++) {
        MPI_File_set_atomicity(file, atomic);
        for (int way = 0; way < 5; way++) write_columns(file, way, 1000000 * (atomic * 5 + way));
    }
    MPI_Type_free(&etype);
    MPI_Type_free(&filetype);
    MPI_File_close(&file);
}

/* A header and a subarray behind it, as PnetCDF's: the subarray's bounds are those of the whole, whose extent is smaller
 * than what its data span. The second such filetype begins before the end of the first. */
static void narrow(void)
{
    char name[600];
    MPI_File file;
    int data[8] = {0, 1, 2, 3, 4, 5, 6, 7}, back[9];
    MPI_Datatype array, whole;
    MPI_Status status;
    MPI_Offset end;
    MPI_Aint lb, extent, displacements[] = {0, 6 * sizeof(int)};
    snprintf(name, sizeof name, "%s.%d", file_name("narrow"), me);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_Type_create_subarray(1, (int[]){4}, (int[]){2}, (int[]){1}, MPI_ORDER_C, MPI_INT, &array);
    MPI_Type_create_struct(2, (int[]){4, 1}, displacements, (MPI_Datatype[]){MPI_INT, array}, &whole);
    MPI_Type_commit(&whole);
    MPI_Type_get_extent(whole, &lb, &extent);
    SAME((int)lb, 6 * (int)sizeof(int));
    SAME((int)extent, 4 * (int)sizeof(int));
    SAME(MPI_File_set_view(file, 0, MPI_INT, whole, "native", MPI_INFO_NULL), MPI_SUCCESS);
    SAME(MPI_File_write_at_all(file, 0, data, 6, MPI_INT, &status), MPI_SUCCESS);
    /* The second's first four lie before the file's end. */
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &end);
    SAME((int)end, 10);
    SAME(MPI_File_write_at(file, 5, data + 5, 2, MPI_INT, &status), MPI_SUCCESS);
    SAME(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPI_SUCCESS);
    MPI_File_read_at(file, 0, back, 9, MPI_INT, &status);
    SAME(count_of(&status, MPI_INT), 9);
    for (int i = 0; i < 9; i++) SAME(back[i], ((int[]){0, 1, 2, 3, 6, 0, 0, 4, 5})[i]);
    MPI_Type_free(&array);
    MPI_Type_free(&whole);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const char *ways[][2] = {{"automatic", "16777216"}, {"enable", "300"}, {"disable", "16777216"}};
    for (int i = 0; i < 3; i++) {
        MPI_Info info = hints(ways[i][0], ways[i][1]);
        reading(info);
        writing(info);
        MPI_Info_free(&info);
    }
    narrow();
    return end();
}
