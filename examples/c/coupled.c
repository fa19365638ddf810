/* A coupled climate model in miniature: an atmosphere and an ocean, on groups of ranks of their own.
 *
 *     mpiexec -n 6 ./coupled [--steps N] [--columns N] [--air N] [--water N] [--work N]
 *                            [--groups METHODS] [--between METHODS] [--selective METHODS]
 *
 * The first two thirds of the ranks are the atmosphere, the others the ocean; both fields go round the
 * globe (--columns wide) and are --air and --water cells high. A step carries heat along and across
 * (halo exchange with the two neighbours in the group), computes on every cell (--work rounds), and
 * agrees in the group on the largest change. Every second step the two models exchange the cells at the
 * surface, each rank with those of the other model that are above or below it: the setting of the case
 * study of multimethod communication in Nexus. A single rank computes both models.
 *
 * --groups and --between name the methods for messages inside a model and between them (info key
 * ferry_methods). --selective names methods that alone are looked at outside the exchange (info key
 * ferry_poll). An MPI that does not know these keys ignores them.
 *
 * The checksum is over the bits of all cells. It depends on neither the ranks nor the methods. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AIR, WATER, MODELS };

typedef struct {
    int steps, columns, height[MODELS], work;
    const char *groups, *between, *selective;
} options_t;

typedef struct {
    int kind;
    MPI_Comm comm;
    int rank, ranks;
    int first, count;           /* my columns: the first, and how many */
    int height;
    double *now, *next;         /* (count + 2) columns of `height` cells, from the bottom up */
    double *surface;            /* the other model's cells at the surface, for each of my columns */
} model_t;

typedef struct {
    double halo, exchange, all;
} seconds_t;

/* Part number I of N columns dealt to PARTS. */
static void deal(int n, int parts, int i, int *first, int *count)
{
    *count = n / parts + (i < n % parts);
    *first = i * (n / parts) + (i < n % parts ? i : n % parts);
}

static void *room(size_t count)
{
    double *cells = calloc(count, sizeof *cells);
    if (!cells) {
        fprintf(stderr, "coupled: no memory for %zu cells\n", count);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return cells;
}

static void set_up(model_t *m, int kind, MPI_Comm comm, const options_t *o)
{
    m->kind = kind;
    m->comm = comm;
    MPI_Comm_rank(comm, &m->rank);
    MPI_Comm_size(comm, &m->ranks);
    deal(o->columns, m->ranks, m->rank, &m->first, &m->count);
    m->height = o->height[kind];
    m->now = room((size_t) (m->count + 2) * (size_t) m->height);
    m->next = room((size_t) (m->count + 2) * (size_t) m->height);
    m->surface = room((size_t) m->count);
    for (int x = 0; x < m->count; x++) {
        for (int y = 0; y < m->height; y++) {
            /* Some weather to begin with; whole numbers, so that all machines agree. */
            int wave = ((m->first + x) * 37 + y * 101 + kind * 53) % 97;
            m->now[(size_t) (x + 1) * (size_t) m->height + (size_t) y] = (kind == AIR ? 250 : 280) + wave;
        }
    }
}

static void take_down(model_t *m)
{
    free(m->now);
    free(m->next);
    free(m->surface);
}

static double *column(const model_t *m, double *cells, int x)
{
    return cells + (size_t) (x + 1) * (size_t) m->height;
}

/* The cell of column X that touches the other model. */
static double *touching(const model_t *m, int x)
{
    return column(m, m->now, x) + (m->kind == AIR ? 0 : m->height - 1);
}

/* The rims of my block: the last columns of my neighbours. */
static void exchange_halo(const model_t *m)
{
    int left = (m->rank + m->ranks - 1) % m->ranks, right = (m->rank + 1) % m->ranks;
    MPI_Request requests[4];
    MPI_Irecv(column(m, m->now, -1), m->height, MPI_DOUBLE, left, 1, m->comm, &requests[0]);
    MPI_Irecv(column(m, m->now, m->count), m->height, MPI_DOUBLE, right, 2, m->comm, &requests[1]);
    MPI_Isend(column(m, m->now, m->count - 1), m->height, MPI_DOUBLE, right, 1, m->comm, &requests[2]);
    MPI_Isend(column(m, m->now, 0), m->height, MPI_DOUBLE, left, 2, m->comm, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

/* What happens within a cell: a few rounds that keep the temperature within bounds. */
static double physics(double t, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        double off = (t - 280.0) * 0.001;
        t -= off * off * off * 0.5 + off * 0.001;
    }
    return t;
}

/* One step; returns the largest change of a cell. */
static double step(model_t *m, int work)
{
    const double mix = m->kind == AIR ? 0.15 : 0.05, wind = m->kind == AIR ? 0.2 : 0.02;
    double largest = 0.0;
    for (int x = 0; x < m->count; x++) {
        const double *here = column(m, m->now, x);
        const double *west = column(m, m->now, x - 1), *east = column(m, m->now, x + 1);
        double *next = column(m, m->next, x);
        for (int y = 0; y < m->height; y++) {
            double below = y > 0 ? here[y - 1] : m->kind == AIR ? m->surface[x] : here[y];
            double above = y + 1 < m->height ? here[y + 1] : m->kind == WATER ? m->surface[x] : here[y];
            double sum = ((west[y] + east[y]) + (below + above)) - 4.0 * here[y];
            double t = here[y] + mix * sum + wind * (west[y] - here[y]);
            next[y] = physics(t, work);
            double change = next[y] - here[y];
            change = change < 0 ? -change : change;
            largest = change > largest ? change : largest;
        }
    }
    double *swap = m->now;
    m->now = m->next;
    m->next = swap;
    return largest;
}

/* Columns FIRST to LAST of mine also belong to part I of the other model's PARTS. */
static int shared(const model_t *m, int columns, int parts, int i, int *first, int *count)
{
    int theirs, many;
    deal(columns, parts, i, &theirs, &many);
    int from = theirs > m->first ? theirs : m->first;
    int mine_end = m->first + m->count, their_end = theirs + many;
    int to = their_end < mine_end ? their_end : mine_end;
    *first = from - m->first;
    *count = to - from;
    return to > from;
}

/* The cells at the surface, with those ranks of the other model that touch mine. */
static void exchange_surface(model_t *m, MPI_Comm between, int columns)
{
    int parts, used = 0, first, count;
    MPI_Comm_remote_size(between, &parts);
    MPI_Request *requests = malloc(2 * (size_t) parts * sizeof *requests);
    double *mine = room((size_t) m->count);
    if (!requests) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int x = 0; x < m->count; x++) mine[x] = *touching(m, x);
    for (int i = 0; i < parts; i++) {
        if (!shared(m, columns, parts, i, &first, &count)) continue;
        MPI_Irecv(m->surface + first, count, MPI_DOUBLE, i, 3, between, &requests[used++]);
        MPI_Isend(mine + first, count, MPI_DOUBLE, i, 3, between, &requests[used++]);
    }
    MPI_Waitall(used, requests, MPI_STATUSES_IGNORE);
    free(mine);
    free(requests);
}

/* The same where one rank computes both. */
static void touch(model_t *air, model_t *water)
{
    for (int x = 0; x < air->count; x++) {
        air->surface[x] = *touching(water, x);
        water->surface[x] = *touching(air, x);
    }
}

/* Sets an info key of a communicator; says so where it is not taken. */
static void tell(MPI_Comm comm, const char *key, const char *value)
{
    static int complained;
    char got[256];
    int size = sizeof got, known = 0, rank;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
    MPI_Comm_get_info(comm, &info);
    MPI_Info_get_string(info, key, &size, got, &known);
    MPI_Info_free(&info);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!known && !complained && rank == 0) {
        fprintf(stderr, "coupled: this MPI does not take the info key %s\n", key);
        complained = 1;
    }
}

static uint64_t bits_of(const model_t *m)
{
    uint64_t sum = 0;
    for (int x = 0; x < m->count; x++) {
        const double *cells = column(m, m->now, x);
        for (int y = 0; y < m->height; y++) {
            uint64_t bits;
            memcpy(&bits, &cells[y], sizeof bits);
            uint64_t place = (uint64_t) (m->first + x) * 65536 + (uint64_t) y * 2 + (uint64_t) m->kind;
            sum += (bits ^ place) * 0x9e3779b97f4a7c15u;
        }
    }
    return sum;
}

/* All steps; a rank has one model, or both. */
static seconds_t run(model_t *models, int count, MPI_Comm between, const options_t *o)
{
    seconds_t spent = { 0, 0, 0 };
    MPI_Barrier(MPI_COMM_WORLD);
    if (o->selective) tell(MPI_COMM_WORLD, "ferry_poll", o->selective);
    double start = MPI_Wtime();
    for (int n = 0; n < o->steps; n++) {
        if (n % 2 == 0) {
            double before = MPI_Wtime();
            if (o->selective) tell(MPI_COMM_WORLD, "ferry_poll", "all");
            if (count == 2)
                touch(&models[AIR], &models[WATER]);
            else
                exchange_surface(&models[0], between, o->columns);
            if (o->selective) tell(MPI_COMM_WORLD, "ferry_poll", o->selective);
            spent.exchange += MPI_Wtime() - before;
        }
        for (int i = 0; i < count; i++) {
            double before = MPI_Wtime();
            exchange_halo(&models[i]);
            spent.halo += MPI_Wtime() - before;
            double largest = step(&models[i], o->work);
            before = MPI_Wtime();
            MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, models[i].comm);
            spent.halo += MPI_Wtime() - before;
        }
    }
    spent.all = MPI_Wtime() - start;
    if (o->selective) tell(MPI_COMM_WORLD, "ferry_poll", "all");
    return spent;
}

static int usage(void)
{
    fprintf(stderr, "usage: coupled [--steps N] [--columns N] [--air N] [--water N] [--work N]\n"
                    "               [--groups METHODS] [--between METHODS] [--selective METHODS]\n");
    return 2;
}

static int read_options(int argc, char **argv, options_t *o)
{
    for (int i = 1; i < argc; i += 2) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!value) return 0;
        struct { const char *name; int *number; const char **text; } all[] = {
            { "--steps", &o->steps, NULL },       { "--columns", &o->columns, NULL },
            { "--air", &o->height[AIR], NULL },   { "--water", &o->height[WATER], NULL },
            { "--work", &o->work, NULL },         { "--groups", NULL, &o->groups },
            { "--between", NULL, &o->between },   { "--selective", NULL, &o->selective },
        };
        int found = 0;
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            if (strcmp(all[k].name, name)) continue;
            if (all[k].number) *all[k].number = atoi(value);
            if (all[k].text) *all[k].text = value;
            found = 1;
        }
        if (!found) return 0;
    }
    return o->steps > 0 && o->columns > 0 && o->height[AIR] > 0 && o->height[WATER] > 0 && o->work >= 0;
}

int main(int argc, char **argv)
{
    options_t o = { 200, 512, { 96, 64 }, 4, NULL, NULL, NULL };
    model_t models[MODELS];
    MPI_Comm group = MPI_COMM_SELF, between = MPI_COMM_NULL;
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!read_options(argc, argv, &o) || o.columns < ranks) {
        int wrong = rank == 0 ? usage() : 2;
        MPI_Finalize();
        return wrong;
    }
    int water = ranks / 3 > 0 ? ranks / 3 : 1, air = ranks - water, count = ranks == 1 ? 2 : 1;
    if (count == 2) {
        set_up(&models[AIR], AIR, group, &o);
        set_up(&models[WATER], WATER, group, &o);
    } else {
        int kind = rank < air ? AIR : WATER;
        MPI_Comm_split(MPI_COMM_WORLD, kind, rank, &group);
        MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, kind == AIR ? air : 0, 4, &between);
        if (o.groups) tell(group, "ferry_methods", o.groups);
        if (o.between) tell(between, "ferry_methods", o.between);
        set_up(&models[0], kind, group, &o);
    }
    seconds_t spent = run(models, count, between, &o), most;
    uint64_t sum = 0, total = 0;
    for (int i = 0; i < count; i++) sum += bits_of(&models[i]);
    MPI_Reduce(&sum, &total, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&spent, &most, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("atmosphere %d x %d on %d, ocean %d x %d on %d, %d steps\n", o.columns, o.height[AIR],
               count == 2 ? 1 : air, o.columns, o.height[WATER], count == 2 ? 1 : water, o.steps);
        printf("seconds per step %.9f, in the models' own messages %.9f, between the models %.9f\n",
               most.all / o.steps, most.halo / o.steps, most.exchange / o.steps);
        printf("checksum %016llx\n", (unsigned long long) total);
    }
    for (int i = 0; i < count; i++) take_down(&models[i]);
    if (count == 1) {
        MPI_Comm_free(&between);
        MPI_Comm_free(&group);
    }
    MPI_Finalize();
    return 0;
}
