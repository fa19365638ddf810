/* Every way of reading and writing a file, through views of many forms, against a model of the file in memory.
 * Arguments: how many rounds, and the first seed. */
#include "files.h"

enum { STREAM = 6000, FILE_ROOM = 8 * STREAM * 4 + 4096 };

static unsigned long state;

/* The same numbers at all ranks. */
static int chance(int n)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (int) ((state >> 33) % (unsigned long) n);
}

/* What the rounds have written; -1: nothing. */
static short model[FILE_ROOM];
static long model_end;

/* Where each byte of a rank's stream lies, and the view that says so. */
static long places[8][STREAM];
static MPI_Offset disp;
static MPI_Datatype etype, filetype;
static int unit;

static int value(int round, int rank, long i)
{
    return (round * 31 + rank * 57 + (int) i * 7 + (int) (i >> 8)) & 255;
}

/* Cyclic blocks: each rank has every ranks-th one. */
static void cyclic(void)
{
    int block = 1 + chance(40), base = chance(100);
    for (int r = 0; r < ranks; r++)
        for (long i = 0; i < STREAM; i++) {
            long element = i / unit, turn = element / block;
            places[r][i] = base + ((turn * ranks + r) * block + element % block) * unit + i % unit;
        }
    MPI_Datatype row;
    MPI_Type_contiguous(block, etype, &row);
    MPI_Type_create_resized(row, 0, (MPI_Aint) ranks * block * unit, &filetype);
    MPI_Type_free(&row);
    disp = base + (MPI_Offset) me * block * unit;
}

/* A part of the file for each rank. */
static void blocks(void)
{
    int base = chance(50);
    for (int r = 0; r < ranks; r++)
        for (long i = 0; i < STREAM; i++) places[r][i] = base + (long) r * (STREAM + 40) + i;
    MPI_Type_contiguous(3, etype, &filetype);
    disp = base + (MPI_Offset) me * (STREAM + 40);
}

/* Runs of random lengths, dealt out in turn, with gaps that are nobody's; and the same again behind it. */
static void irregular(void)
{
    enum { RUNS = 12 };
    int lengths[8][RUNS], starts[8][RUNS], at = chance(20), base = chance(64);
    for (int i = 0; i < RUNS; i++)
        for (int r = 0; r < ranks; r++) {
            lengths[r][i] = 1 + chance(i % 4 == 0 ? 60 : 5);
            at += chance(3) == 0 ? chance(9) : 0;
            starts[r][i] = at;
            at += lengths[r][i];
        }
    int whole = at + chance(10);
    for (int r = 0; r < ranks; r++) {
        long i = 0;
        for (long tile = 0; i < STREAM; tile++)
            for (int run = 0; run < RUNS; run++)
                for (int k = 0; k < lengths[r][run] * unit && i < STREAM; k++)
                    places[r][i++] = base + (tile * whole + starts[r][run]) * unit + k;
    }
    MPI_Datatype row;
    MPI_Type_indexed(RUNS, lengths[me], starts[me], etype, &row);
    MPI_Type_create_resized(row, 0, (MPI_Aint) whole * unit, &filetype);
    MPI_Type_free(&row);
    disp = base;
}

/* The part of the stream that this round is about, in bytes: the same at all ranks but for its length. */
static long first;
static long lengths[8];

/* The program's buffer: with gaps, or in one piece. */
static MPI_Datatype memory;
static int gaps, elements;
static unsigned char *buffer;

static void buffer_for(long len)
{
    elements = (int) (len / unit);
    buffer = get((size_t) (2 * len + 16));
    memset(buffer, 0xee, (size_t) (2 * len + 16));
    if (gaps) {
        MPI_Datatype one;
        MPI_Type_contiguous(unit, MPI_BYTE, &one);
        MPI_Type_create_resized(one, 0, 2 * unit, &memory);
        MPI_Type_free(&one);
        MPI_Type_commit(&memory);
    } else {
        MPI_Type_contiguous(unit, MPI_BYTE, &memory);
        MPI_Type_commit(&memory);
    }
}

static unsigned char *at(long i)
{
    return gaps ? buffer + i / unit * 2 * unit + i % unit : buffer + i;
}

static void done_with_buffer(void)
{
    MPI_Type_free(&memory);
    free(buffer);
}

enum { WAYS = 10 };

static void write_by(MPI_File file, int way, MPI_Status *status)
{
    MPI_Offset offset = first / unit;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File_seek(file, offset, MPI_SEEK_SET);
    switch (way) {
    case 0: MPI_File_write_at(file, offset, buffer, elements, memory, status); break;
    case 1: MPI_File_write(file, buffer, elements, memory, status); break;
    case 2: MPI_File_iwrite_at(file, offset, buffer, elements, memory, &request); break;
    case 3: MPI_File_iwrite(file, buffer, elements, memory, &request); break;
    case 4: MPI_File_write_at_all(file, offset, buffer, elements, memory, status); break;
    case 5: MPI_File_write_all(file, buffer, elements, memory, status); break;
    case 6: MPI_File_iwrite_at_all(file, offset, buffer, elements, memory, &request); break;
    case 7: MPI_File_iwrite_all_c(file, buffer, elements, memory, &request); break;
    case 8:
        MPI_File_write_at_all_begin(file, offset, buffer, elements, memory);
        MPI_File_write_at_all_end(file, buffer, status);
        break;
    case 9:
        MPI_File_write_all_begin_c(file, buffer, elements, memory);
        MPI_File_write_all_end(file, buffer, status);
        break;
    }
    if (request != MPI_REQUEST_NULL) MPI_Wait(&request, status);
}

static void read_by(MPI_File file, int way, MPI_Status *status)
{
    MPI_Offset offset = first / unit;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File_seek(file, offset, MPI_SEEK_SET);
    switch (way) {
    case 0: MPI_File_read_at_c(file, offset, buffer, elements, memory, status); break;
    case 1: MPI_File_read(file, buffer, elements, memory, status); break;
    case 2: MPI_File_iread_at(file, offset, buffer, elements, memory, &request); break;
    case 3: MPI_File_iread(file, buffer, elements, memory, &request); break;
    case 4: MPI_File_read_at_all(file, offset, buffer, elements, memory, status); break;
    case 5: MPI_File_read_all(file, buffer, elements, memory, status); break;
    case 6: MPI_File_iread_at_all(file, offset, buffer, elements, memory, &request); break;
    case 7: MPI_File_iread_all(file, buffer, elements, memory, &request); break;
    case 8:
        MPI_File_read_at_all_begin(file, offset, buffer, elements, memory);
        MPI_File_read_at_all_end(file, buffer, status);
        break;
    case 9:
        MPI_File_read_all_begin(file, buffer, elements, memory);
        MPI_File_read_all_end(file, buffer, status);
        break;
    }
    if (request != MPI_REQUEST_NULL) MPI_Wait(&request, status);
}

/* Which ways move the individual pointer. */
static int is_by_pointer(int way)
{
    return way % 2 == 1;
}

/* What all ranks have agreed on is in the file, and nothing else. */
static void compare(const char *name, int round)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (me != 0) return;
    FILE *plain = fopen(name, "rb");
    CHECK(plain != NULL);
    unsigned char *all = get((size_t) model_end + 1);
    size_t len = fread(all, 1, (size_t) model_end + 1, plain);
    fclose(plain);
    SAME(len, model_end);
    for (long i = 0; i < model_end; i++)
        if (all[i] != (model[i] < 0 ? 0 : model[i])) {
            fprintf(stderr, "round %d: byte %ld is %d, not %d\n", round, i, all[i], model[i]);
            CHECK(!"the file is the model");
        }
    free(all);
}

static void round_of(MPI_File file, const char *name, int round)
{
    int structured = chance(3);
    unit = (int[]){1, 4, 8, 12}[chance(4)];
    MPI_Type_contiguous(unit, MPI_BYTE, &etype);
    if (structured == 0) cyclic();
    else if (structured == 1) blocks();
    else irregular();
    MPI_Type_commit(&etype);
    MPI_Type_commit(&filetype);
    SAME(MPI_File_set_view(file, disp, etype, filetype, "native", MPI_INFO_NULL), MPI_SUCCESS);
    first = (long) chance(50) * unit;
    int most = chance(4) == 0 ? 20 : (STREAM - (int) first) / unit;
    for (int r = 0; r < ranks; r++) lengths[r] = (long) (chance(6) == 0 ? 0 : chance(most + 1)) * unit;
    MPI_Status status;
    int way = chance(WAYS);
    gaps = chance(2);
    buffer_for(lengths[me]);
    for (long i = 0; i < lengths[me]; i++) *at(i) = (unsigned char) value(round, me, i);
    write_by(file, way, &status);
    SAME(count_of(&status, memory), elements);
    MPI_Offset position;
    MPI_File_get_position(file, &position);
    SAME(position, (first + (is_by_pointer(way) ? lengths[me] : 0)) / unit);
    for (int r = 0; r < ranks; r++)
        for (long i = 0; i < lengths[r]; i++) {
            long place = places[r][first + i];
            model[place] = (short) value(round, r, i);
            if (place + 1 > model_end) model_end = place + 1;
        }
    done_with_buffer();
    if (round == 4) MPI_File_sync(file);
    compare(name, round);
    MPI_Barrier(MPI_COMM_WORLD);
    /* Others' parts, from the same view or behind the file's end. */
    way = chance(WAYS);
    gaps = chance(2);
    int more = chance(STREAM - (int) first);
    long len = (long) (more / unit) * unit, there = 0;
    buffer_for(len);
    while (there < len && places[me][first + there] < model_end) there++;
    read_by(file, way, &status);
    MPI_Count bytes;
    MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    SAME(bytes, there);
    for (long i = 0; i < there; i++) {
        int expected = model[places[me][first + i]];
        SAME(*at(i), expected < 0 ? 0 : expected);
    }
    for (long i = there; i < len; i++) SAME(*at(i), 0xee);
    done_with_buffer();
    MPI_Type_free(&etype);
    MPI_Type_free(&filetype);
}

/* Several at a time, and requests of other kinds between them. */
static void mixed(MPI_File file)
{
    enum { MANY = 8 };
    int data[MANY][100], back[MANY][100], note = me, came = -1;
    MPI_Request requests[MANY + 2];
    MPI_Status statuses[MANY + 2];
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    for (int i = 0; i < MANY; i++) {
        for (int k = 0; k < 100; k++) data[i][k] = me * 10000 + i * 100 + k;
        MPI_File_iwrite_at(file, (me * MANY + i) * 100, data[i], 100, MPI_INT, &requests[i]);
    }
    MPI_Irecv(&came, 1, MPI_INT, (me + ranks - 1) % ranks, 5, MPI_COMM_WORLD, &requests[MANY]);
    MPI_Isend(&note, 1, MPI_INT, (me + 1) % ranks, 5, MPI_COMM_WORLD, &requests[MANY + 1]);
    SAME(MPI_Waitall(MANY + 2, requests, statuses), MPI_SUCCESS);
    SAME(came, (me + ranks - 1) % ranks);
    for (int i = 0; i < MANY; i++) SAME(count_of(&statuses[i], MPI_INT), 100);
    for (int i = 0; i < MANY; i++)
        MPI_File_iread_at(file, (me * MANY + i) * 100, back[i], 100, MPI_INT, &requests[i]);
    for (int left = MANY; left > 0; left--) {
        int index, flag = 0;
        MPI_Status status;
        if (left % 2) MPI_Waitany(MANY, requests, &index, &status);
        else
            while (!flag) MPI_Testany(MANY, requests, &index, &flag, &status);
        SAME(count_of(&status, MPI_INT), 100);
        CHECK(memcmp(back[index], data[index], sizeof data[index]) == 0);
    }
    /* Collective ones overlap too, and end in any order. */
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < MANY; i++)
        MPI_File_iwrite_at_all(file, (i * ranks + me) * 100, data[i], 100, MPI_INT, &requests[i]);
    for (int i = MANY; i-- > 0;) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    memset(back, 0, sizeof back);
    for (int i = 0; i < MANY; i++)
        MPI_File_iread_at_all(file, (i * ranks + me) * 100, back[i], 100, MPI_INT, &requests[i]);
    MPI_Waitall(MANY, requests, statuses);
    CHECK(memcmp(back, data, sizeof back) == 0);
    /* A request that nobody waits for; the close does. */
    MPI_File_iwrite_at(file, me * 100, data[0], 100, MPI_INT, &requests[0]);
    MPI_Request_free(&requests[0]);
}

/* The shared pointer: every record is there once, whole; ordered ones in the order of ranks. */
static void shared(void)
{
    enum { RECORDS = 20, LEN = 7 };
    MPI_File file;
    MPI_Status status;
    int record[LEN], all[8 * RECORDS][LEN], seen[8][RECORDS] = {{0}};
    MPI_Offset position;
    const char *name = file_name("shared");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_File_set_view(file, 16, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    for (int i = 0; i < RECORDS; i++) {
        for (int k = 0; k < LEN; k++) record[k] = me * 1000 + i;
        if (i % 2) MPI_File_write_shared(file, record, LEN, MPI_INT, &status);
        else {
            MPI_Request request;
            MPI_File_iwrite_shared(file, record, LEN, MPI_INT, &request);
            MPI_Wait(&request, &status);
        }
        SAME(count_of(&status, MPI_INT), LEN);
    }
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(file, &position);
    SAME(position, ranks * RECORDS * LEN);
    MPI_File_read_at_all(file, 0, all, ranks * RECORDS * LEN, MPI_INT, &status);
    SAME(count_of(&status, MPI_INT), ranks * RECORDS * LEN);
    for (int i = 0; i < ranks * RECORDS; i++) {
        for (int k = 1; k < LEN; k++) SAME(all[i][k], all[i][0]);
        seen[all[i][0] / 1000][all[i][0] % 1000]++;
    }
    for (int r = 0; r < ranks; r++)
        for (int i = 0; i < RECORDS; i++) SAME(seen[r][i], 1);
    /* Ordered, of different lengths. */
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    int sum = 0, own[16];
    for (int k = 0; k < 16; k++) own[k] = me * 100 + k;
    MPI_File_write_ordered(file, own, me + 1, MPI_INT, &status);
    SAME(count_of(&status, MPI_INT), me + 1);
    MPI_File_write_ordered_begin(file, own, me + 2, MPI_INT);
    RAISES(MPI_File_write_ordered(file, own, 1, MPI_INT, &status), MPI_ERR_OTHER);
    RAISES(MPI_File_write_all_end(file, own, &status), MPI_ERR_OTHER);
    MPI_File_write_ordered_end(file, own, &status);
    SAME(count_of(&status, MPI_INT), me + 2);
    RAISES(MPI_File_write_ordered_end(file, own, &status), MPI_ERR_OTHER);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++) sum += r + 1;
    for (int turn = 0; turn < 2; turn++) {
        int start = turn == 0 ? 0 : sum, back[16];
        for (int r = 0; r < ranks; r++) {
            MPI_File_read_at(file, start, back, r + 1 + turn, MPI_INT, &status);
            SAME(count_of(&status, MPI_INT), r + 1 + turn);
            for (int k = 0; k <= r + turn; k++) SAME(back[k], r * 100 + k);
            start += r + 1 + turn;
        }
    }
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    int back[16];
    MPI_File_read_ordered(file, back, me + 1, MPI_INT, &status);
    for (int k = 0; k <= me; k++) SAME(back[k], me * 100 + k);
    MPI_File_read_ordered_begin(file, back, me + 2, MPI_INT);
    MPI_File_read_ordered_end(file, back, &status);
    for (int k = 0; k < me + 2; k++) SAME(back[k], me * 100 + k);
    /* Whoever reads next gets the next. */
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    int one, total, got = 0;
    MPI_Request request;
    if (me % 2) MPI_File_read_shared(file, &one, 1, MPI_INT, &status);
    else {
        MPI_File_iread_shared(file, &one, 1, MPI_INT, &request);
        MPI_Wait(&request, &status);
    }
    int first_ones[8];
    MPI_File_read_at(file, 0, first_ones, ranks, MPI_INT, &status);
    for (int r = 0; r < ranks; r++) got += first_ones[r];
    MPI_Allreduce(&one, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    SAME(total, got);
    MPI_File_close(&file);
}

/* In atomic mode accesses that overlap come one after the other. */
static void atomic(void)
{
    enum { LEN = 20000 };
    MPI_File file;
    MPI_Datatype every;
    static int data[LEN], back[LEN];
    int flag;
    const char *name = file_name("atomic");
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_File_get_atomicity(file, &flag);
    CHECK(!flag);
    MPI_File_set_size(file, 2 * sizeof data);
    SAME(MPI_File_set_atomicity(file, 1), MPI_SUCCESS);
    MPI_File_get_atomicity(file, &flag);
    CHECK(flag);
    MPI_Type_vector(LEN, 1, 2, MPI_INT, &every);
    MPI_Type_commit(&every);
    MPI_File_set_view(file, 0, MPI_INT, every, "native", MPI_INFO_NULL);
    for (int turn = 0; turn < 6; turn++) {
        for (int i = 0; i < LEN; i++) data[i] = (turn + 1) * 10 + me;
        if (me % 2 == 0) {
            if (turn % 2) MPI_File_write_at_all(file, 0, data, LEN, MPI_INT, MPI_STATUS_IGNORE);
            else MPI_File_write_at(file, 0, data, LEN, MPI_INT, MPI_STATUS_IGNORE);
        } else {
            if (turn % 2) MPI_File_write_at_all(file, 0, data, 0, MPI_INT, MPI_STATUS_IGNORE);
            MPI_File_read_at(file, 0, back, LEN, MPI_INT, MPI_STATUS_IGNORE);
            for (int i = 1; i < LEN; i++) SAME(back[i], back[0]);
        }
    }
    MPI_Type_free(&every);
    MPI_File_close(&file);
}

/* As Ferry chooses; through one process with windows that hold little; through several. */
static MPI_Info asked(int turn)
{
    MPI_Info info;
    MPI_Info_create(&info);
    if (turn > 0) {
        MPI_Info_set(info, "romio_cb_read", "enable");
        MPI_Info_set(info, "romio_cb_write", "enable");
        MPI_Info_set(info, "cb_nodes", turn == 1 ? "1" : "3");
        MPI_Info_set(info, "cb_buffer_size", turn == 1 ? "700" : "20000");
    }
    return info;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int rounds = argc > 1 ? atoi(argv[1]) : 45;
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    MPI_File file;
    const char *name = file_name("access");
    memset(model, -1, sizeof model);
    for (int turn = 0; turn < 3; turn++) {
        MPI_Info info = asked(turn);
        int last = turn == 2 ? MPI_MODE_DELETE_ON_CLOSE : 0;
        MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | last, info, &file);
        MPI_Info_free(&info);
        for (int round = turn; round < rounds; round += 3) {
            state = seed * 1000 + (unsigned long) round;
            for (int i = 0; i < 3; i++) chance(2);
            round_of(file, name, round);
        }
        if (turn == 2) mixed(file);
        MPI_File_close(&file);
    }
    shared();
    atomic();
    return end();
}
