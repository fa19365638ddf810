/* Numbered messages of all sizes and modes in several communicators, while every process changes the
 * methods of its links at random times: content, number and order must be as without changes.
 *
 *     switching SEED ROUNDS METHODS [FILE]
 *
 * METHODS: names separated by `/`; `-`: nothing is changed. With FILE, rounds go on beyond ROUNDS
 * until the file appears, for tests that disturb from outside. The plan of all messages follows from
 * the seed alone, so that every process knows what it is to receive; when messages are sent, received
 * and moved to another method is each process's own chance. */
#include "check.h"
#include <unistd.h>

enum { COMMS = 3, TAGS = 4, MESSAGES = 60, CHANGES = 4, MOST = 16 };

/* What messages begin with that are long enough. */
typedef struct {
    int from, to, comm;
    unsigned number;
} head_t;

typedef struct {
    head_t head;
    int tag, mode, size;
} message_t;

enum { STANDARD, SYNCHRONOUS, PERSISTENT, MODES };
enum { EXACT, ANY_SOURCE, ANY_TAG, ANY, PROBED, WAYS };

static MPI_Comm comms[COMMS];
static int place[COMMS][MOST]; /* rank in the communicator of a rank in the world */
static char names[8][64];
static int methods, changed;

/* xorshift64*; the same everywhere. */
static unsigned draw(uint64_t *state, unsigned below)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (unsigned) ((*state * 2685821657736338717ull) >> 33) % below;
}

static int a_size(uint64_t *dice)
{
    switch (draw(dice, 12)) {
    case 0: return 0;
    case 1: case 2: case 3: return draw(dice, 100);
    case 4: case 5: case 6: return draw(dice, 5000);
    case 7: case 8: return draw(dice, 40000);
    case 9: case 10: return draw(dice, 200000);
    default: return draw(dice, draw(dice, 4) ? 400000 : 3000000);
    }
}

static void make_plan(message_t *plan, uint64_t *dice, unsigned round)
{
    for (int i = 0; i < MESSAGES; i++) {
        message_t *m = &plan[i];
        m->head.from = draw(dice, ranks);
        m->head.to = draw(dice, ranks);
        m->head.comm = draw(dice, COMMS);
        m->head.number = round * MESSAGES + i;
        m->tag = draw(dice, TAGS);
        m->mode = draw(dice, MODES);
        m->size = a_size(dice);
    }
}

static void write_message(char *at, const message_t *m)
{
    fill(at, m->size, m->head.number);
    if (m->size >= (int) sizeof m->head) memcpy(at, &m->head, sizeof m->head);
}

static void check_message(char *at, const message_t *m, const MPI_Status *status)
{
    int n;
    head_t head;
    MPI_Get_count(status, MPI_BYTE, &n);
    if (n >= (int) sizeof head) {
        memcpy(&head, at, sizeof head);
        SAME(head.number, m->head.number);
        SAME(head.from, m->head.from);
        SAME(head.to, me);
        SAME(head.comm, m->head.comm);
        fill(at, sizeof head, m->head.number);
    }
    SAME(n, m->size);
    SAME(status->MPI_SOURCE, place[m->head.comm][m->head.from]);
    SAME(status->MPI_TAG, m->tag);
    SAME(differs(at, n, m->head.number), -1);
}

/* A method for what this process sends in a communicator; all do it equally often, as the call is
 * collective, though none has to wait for another. */
static void change(int comm, uint64_t *dice)
{
    MPI_Info info;
    if (!methods) return;
    MPI_Info_create(&info);
    MPI_Info_set(info, "ferry_methods", names[draw(dice, methods)]);
    CHECK(!MPI_Comm_set_info(comms[comm], info));
    MPI_Info_free(&info);
    changed++;
}

typedef struct {
    char *at;
    int comm, way, is_taken;
    MPI_Request request;
    MPI_Status status;
} slot_t;

/* The message that a receive must have got: the first of those still expected that fits it. */
static message_t *expected(message_t *plan, char *got, const slot_t *slot)
{
    for (int i = 0; i < MESSAGES; i++) {
        message_t *m = &plan[i];
        if (got[i] || m->head.to != me || m->head.comm != slot->comm) continue;
        if (place[m->head.comm][m->head.from] != slot->status.MPI_SOURCE) continue;
        /* Messages of one sender must come in order, whatever tag; a receive for one tag passes
         * over those with others. */
        if (slot->way == ANY_SOURCE || slot->way == EXACT || slot->way == PROBED)
            if (m->tag != slot->status.MPI_TAG) continue;
        got[i] = 1;
        return m;
    }
    CHECK(!"a message that nobody planned");
    return NULL;
}

/* Receives for what the plan sends here: of each communicator in one way, so that a wildcard never
 * takes what another receive waits for. */
static void post(slot_t *slot, const message_t *m, int way, int most)
{
    int source = way == ANY_SOURCE || way == ANY ? MPI_ANY_SOURCE : place[m->head.comm][m->head.from];
    int tag = way == ANY_TAG || way == ANY ? MPI_ANY_TAG : m->tag;
    slot->comm = m->head.comm;
    slot->way = way;
    slot->is_taken = 0;
    slot->request = MPI_REQUEST_NULL;
    if (way == PROBED) {
        MPI_Message message;
        int n;
        CHECK(!MPI_Mprobe(source, tag, comms[m->head.comm], &message, &slot->status));
        MPI_Get_count(&slot->status, MPI_BYTE, &n);
        SAME(n, m->size);
        slot->at = get(n);
        CHECK(!MPI_Mrecv(slot->at, n, MPI_BYTE, &message, &slot->status));
        slot->is_taken = 1;
        return;
    }
    slot->at = get(most);
    CHECK(!MPI_Irecv(slot->at, most, MPI_BYTE, source, tag, comms[m->head.comm], &slot->request));
}

typedef struct {
    char *at;
    MPI_Request request;
    int is_persistent;
} sent_t;

static void send(sent_t *sent, const message_t *m)
{
    int to = place[m->head.comm][m->head.to];
    MPI_Comm comm = comms[m->head.comm];
    sent->at = get(m->size);
    sent->is_persistent = m->mode == PERSISTENT;
    write_message(sent->at, m);
    if (m->mode == STANDARD)
        CHECK(!MPI_Isend(sent->at, m->size, MPI_BYTE, to, m->tag, comm, &sent->request));
    if (m->mode == SYNCHRONOUS)
        CHECK(!MPI_Issend(sent->at, m->size, MPI_BYTE, to, m->tag, comm, &sent->request));
    if (m->mode == PERSISTENT) {
        CHECK(!MPI_Send_init(sent->at, m->size, MPI_BYTE, to, m->tag, comm, &sent->request));
        CHECK(!MPI_Start(&sent->request));
    }
}

static int next(const message_t *plan, int i, int is_sent)
{
    while (i < MESSAGES && (is_sent ? plan[i].head.from : plan[i].head.to) != me) i++;
    return i;
}

/* Messages that are probed for come last: a probe waits, and all sends must have begun before. */
static void round_of(uint64_t *shared, uint64_t *own, unsigned round)
{
    static message_t plan[MESSAGES];
    static slot_t slots[MESSAGES];
    static sent_t sent[MESSAGES];
    char got[MESSAGES] = { 0 };
    int ways[COMMS], changes[COMMS], most = 0, posted = 0, sends = 0, flag;
    make_plan(plan, shared, round);
    for (int i = 0; i < MESSAGES; i++)
        if (plan[i].head.to == me && plan[i].size > most) most = plan[i].size;
    for (int c = 0; c < COMMS; c++) {
        ways[c] = draw(own, WAYS);
        changes[c] = CHANGES;
    }
    int out = next(plan, 0, 1), in = next(plan, 0, 0);
    while (out < MESSAGES || in < MESSAGES || changes[0] + changes[1] + changes[2]) {
        int what = draw(own, 10), c = draw(own, COMMS);
        if (what < 4 && out < MESSAGES) {
            send(&sent[sends++], &plan[out]);
            out = next(plan, out + 1, 1);
        } else if (what < 8 && in < MESSAGES) {
            if (ways[plan[in].head.comm] != PROBED) {
                post(&slots[posted++], &plan[in], ways[plan[in].head.comm], most);
            }
            in = next(plan, in + 1, 0);
        } else if (what == 8 && changes[c]) {
            changes[c]--;
            if (methods) change(c, own);
        } else if (sends) {
            /* Time for what is under way. */
            MPI_Request *request = &sent[draw(own, sends)].request;
            if (*request != MPI_REQUEST_NULL) MPI_Test(request, &flag, MPI_STATUS_IGNORE);
        }
    }
    for (in = next(plan, 0, 0); in < MESSAGES; in = next(plan, in + 1, 0))
        if (ways[plan[in].head.comm] == PROBED) post(&slots[posted++], &plan[in], PROBED, most);
    for (int i = 0; i < posted; i++) {
        slot_t *slot = &slots[i];
        if (!slot->is_taken) CHECK(!MPI_Wait(&slot->request, &slot->status));
        message_t *m = expected(plan, got, slot);
        check_message(slot->at, m, &slot->status);
        free(slot->at);
    }
    for (int i = 0; i < sends; i++) {
        CHECK(!MPI_Wait(&sent[i].request, MPI_STATUS_IGNORE));
        if (sent[i].is_persistent) MPI_Request_free(&sent[i].request);
        free(sent[i].at);
    }
}

/* Collective operations go by the same links. */
static void together(uint64_t *shared, uint64_t *own)
{
    static int in[20000], sum[20000];
    int c = draw(shared, COMMS), n = draw(shared, 3) ? 1 + draw(shared, 100) : 20000;
    for (int i = 0; i < n; i++) in[i] = me + i;
    if (methods) change(c, own);
    CHECK(!MPI_Allreduce(in, sum, n, MPI_INT, MPI_SUM, comms[c]));
    for (int i = 0; i < n; i++) SAME(sum[i], ranks * i + ranks * (ranks - 1) / 2);
}

static void read_names(const char *text)
{
    char copy[400];
    if (!strcmp(text, "-")) return;
    CHECK(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *at = strtok(copy, "/"); at; at = strtok(NULL, "/")) {
        CHECK(methods < 8 && strlen(at) < sizeof names[0]);
        strcpy(names[methods++], at);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    CHECK((argc == 4 || argc == 5) && ranks <= MOST);
    unsigned seed = (unsigned) strtoul(argv[1], NULL, 10), rounds = (unsigned) atoi(argv[2]);
    uint64_t shared = seed * 2 + 1, own = shared * 1000003 + me;
    read_names(argv[3]);
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    /* The same processes in another order. */
    MPI_Comm_split(MPI_COMM_WORLD, 0, ranks - me, &comms[2]);
    for (int r = 0; r < ranks; r++) {
        place[0][r] = place[1][r] = r;
        place[2][r] = ranks - 1 - r;
    }
    int stop = 0;
    for (unsigned round = 0; !stop; round++) {
        round_of(&shared, &own, round);
        together(&shared, &own);
        if (me == 0) stop = round + 1 >= rounds && (argc == 4 || access(argv[4], F_OK) == 0);
        MPI_Bcast(&stop, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (me == 0) printf("changes of rank 0: %d\n", changed);
    for (int c = 1; c < COMMS; c++) MPI_Comm_free(&comms[c]);
    return end();
}
