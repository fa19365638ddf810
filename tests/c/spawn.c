/* Spawning (MPI-5.0 §11.8): spawn [PART]. The processes that it spawns are this program with other words. */
#include "two_groups.h"
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char self[PATH_MAX];

static MPI_Comm spawned(int count, char **argv, MPI_Info info, int root, MPI_Comm comm)
{
    MPI_Comm inter;
    int codes[64];
    for (int i = 0; i < count; i++) codes[i] = -1;
    CHECK(!MPI_Comm_spawn(self, argv, count, info, root, comm, &inter, codes));
    for (int i = 0; i < count; i++) SAME(codes[i], MPI_SUCCESS);
    int there, flag;
    MPI_Comm_remote_size(inter, &there);
    SAME(there, count);
    MPI_Comm_test_inter(inter, &flag);
    CHECK(flag);
    return inter;
}

static void plain(void)
{
    char *argv[] = { "works", "two words", "", "a=b;c", NULL };
    MPI_Comm parent, inter = spawned(2, argv, MPI_INFO_NULL, 0, MPI_COMM_SELF);
    all_works(inter, 1);
    MPI_Comm_disconnect(&inter);
    /* All parents together, the root another one. */
    inter = spawned(3, argv, MPI_INFO_NULL, ranks - 1, MPI_COMM_WORLD);
    all_works(inter, 1);
    MPI_Comm_disconnect(&inter);
    MPI_Comm_get_parent(&parent);
    SAME(parent, MPI_COMM_NULL);
    /* What counts at the root is looked at there alone, and codes need no room. */
    char *none[] = { "quiet", NULL };
    int root = me == 0;
    CHECK(!MPI_Comm_spawn(root ? self : NULL, root ? none : NULL, root ? 1 : -1, MPI_INFO_NULL, 0,
                          MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE));
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
}

static void multiple(void)
{
    char *one[] = { "numbered", "0", NULL }, *two[] = { "numbered", "1", NULL };
    char **argvs[] = { one, two }, *commands[] = { self, self };
    int most[] = { 1, 2 }, codes[3] = { -1, -1, -1 };
    MPI_Info infos[] = { MPI_INFO_NULL, MPI_INFO_NULL };
    MPI_Comm inter;
    CHECK(!MPI_Comm_spawn_multiple(2, commands, argvs, most, infos, 0, MPI_COMM_WORLD, &inter, codes));
    for (int i = 0; i < 3; i++) SAME(codes[i], MPI_SUCCESS);
    all_works(inter, 1);
    MPI_Comm_disconnect(&inter);
}

static void wishes(void)
{
    char here[PATH_MAX], *argv[] = { "where", "/", NULL };
    MPI_Info info;
    CHECK(getcwd(here, sizeof here));
    MPI_Info_create(&info);
    MPI_Info_set(info, "wdir", "/");
    MPI_Info_set(info, "env", "TEA=two cups\nMILK=");
    MPI_Info_set(info, "host", "localhost:4");
    MPI_Info_set(info, "no_such_key", "is passed over");
    MPI_Comm inter = spawned(1, argv, info, 0, MPI_COMM_WORLD);
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
    MPI_Info_free(&info);

    /* Of these numbers the largest that does is taken; the codes of the others say that they do not run. */
    int codes[5], there;
    char *quiet[] = { "quiet", NULL };
    MPI_Info_create(&info);
    MPI_Info_set(info, "soft", "0:3:2,9");
    CHECK(!MPI_Comm_spawn(self, quiet, 5, info, 0, MPI_COMM_WORLD, &inter, codes));
    MPI_Comm_remote_size(inter, &there);
    SAME(there, 2);
    for (int i = 0; i < 5; i++) CHECK(i < 2 ? codes[i] == MPI_SUCCESS : codes[i] != MPI_SUCCESS);
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
    MPI_Info_free(&info);

    /* A program is found in folders that are named. */
    char *name = strrchr(self, '/');
    *name = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "path", self);
    CHECK(!MPI_Comm_spawn(name + 1, quiet, 1, info, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE));
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
    MPI_Info_free(&info);
    *name = '/';
}

/* Names of files are bytes, and so are words of a command line. */
static void latin(void)
{
    char folder[64], program[96];
    snprintf(folder, sizeof folder, "/tmp/ferry-l\344tin-%ld", (long)getpid());
    snprintf(program, sizeof program, "%s/p\344", folder);
    if (me == 0) CHECK(!mkdir(folder, 0700) && !symlink(self, program));
    char *argv[] = { "latin", "\344\377", folder, NULL };
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "wdir", folder);
    char back[64];
    int room = sizeof back, flag;
    MPI_Info_get_string(info, "wdir", &room, back, &flag);
    CHECK(flag && !strcmp(back, folder));
    MPI_Comm inter;
    CHECK(!MPI_Comm_spawn(program, argv, 1, info, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE));
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
    MPI_Info_free(&info);
    if (me == 0) CHECK(!unlink(program) && !rmdir(folder));
}

static void mistakes(void)
{
    MPI_Comm inter;
    MPI_Info info;
    int codes[3] = { -1, -1, -1 }, len;
    char why[MPI_MAX_ERROR_STRING];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int code = MPI_Comm_spawn("no-such-program-anywhere", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0,
                              MPI_COMM_WORLD, &inter, codes);
    RAISES(code, MPI_ERR_SPAWN);
    SAME(inter, MPI_COMM_NULL);
    for (int i = 0; i < 2; i++) SAME(codes[i], MPI_ERR_SPAWN);
    MPI_Error_string(code, why, &len);
    CHECK(strstr(why, "no-such-program-anywhere"));
    /* So many that their codes in one line would be longer than a line may be. */
    static int many[40000];
    RAISES(MPI_Comm_spawn("no-such-program-anywhere", MPI_ARGV_NULL, 40000, MPI_INFO_NULL, 0,
                          MPI_COMM_WORLD, &inter, many),
           MPI_ERR_SPAWN);
    for (int i = 0; i < 40000; i++) SAME(many[i], MPI_ERR_SPAWN);
    /* One that can be run and one that cannot: none is. */
    char *commands[] = { self, "/dev/null" };
    int most[] = { 1, 2 };
    MPI_Info infos[] = { MPI_INFO_NULL, MPI_INFO_NULL };
    char *none[] = { "quiet", NULL }, **argvs[] = { none, none };
    RAISES(MPI_Comm_spawn_multiple(2, commands, argvs, most, infos, 0, MPI_COMM_WORLD, &inter, codes),
           MPI_ERR_SPAWN);
    CHECK(codes[0] != MPI_ERR_SPAWN && codes[0] != MPI_SUCCESS);
    SAME(codes[1], MPI_ERR_SPAWN);
    SAME(codes[2], MPI_ERR_SPAWN);
    MPI_Info_create(&info);
    MPI_Info_set(info, "wdir", "/no/such/folder");
    RAISES(MPI_Comm_spawn(self, none, 1, info, 0, MPI_COMM_WORLD, &inter, codes), MPI_ERR_SPAWN);
    MPI_Info_set(info, "wdir", "/");
    MPI_Info_set(info, "soft", "many");
    RAISES(MPI_Comm_spawn(self, none, 1, info, 0, MPI_COMM_WORLD, &inter, codes), MPI_ERR_INFO_VALUE);
    MPI_Info_free(&info);
    RAISES(MPI_Comm_spawn(self, none, -1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, codes), MPI_ERR_ARG);
    RAISES(MPI_Comm_spawn(self, none, 1, MPI_INFO_NULL, ranks, MPI_COMM_WORLD, &inter, codes),
           MPI_ERR_ROOT);
    /* What is no MPI program has nobody to talk to. */
    RAISES(MPI_Comm_spawn("/bin/true", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, codes),
           MPI_ERR_SPAWN);
    char *fails[] = { "fails", NULL };
    RAISES(MPI_Comm_spawn(self, fails, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, codes),
           MPI_ERR_SPAWN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* All parents have the communicator: now the first child may die. */
static MPI_Comm doomed(char **argv)
{
    int word = 0;
    MPI_Comm inter = spawned(2, argv, MPI_INFO_NULL, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) MPI_Send(&word, 1, MPI_INT, 0, 0, inter);
    return inter;
}

/* A spawned job that dies is an error of its parents', and they live. */
static void deaths(void)
{
    char *argv[] = { "dies", NULL };
    int word = 0;
    MPI_Comm inter = doomed(argv);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    RAISES(MPI_Recv(&word, 1, MPI_INT, 1, 0, inter, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    RAISES(MPI_Recv(&word, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    MPI_Comm_disconnect(&inter);
    MPI_Barrier(MPI_COMM_WORLD);
    char *quiet[] = { "quiet", NULL };
    inter = spawned(1, quiet, MPI_INFO_NULL, 0, MPI_COMM_WORLD);
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
}

/* As is one that ends itself, whose code is the launcher's in the end. */
static void aborted(void)
{
    char *argv[] = { "aborts", NULL };
    int word = 0;
    MPI_Comm inter = doomed(argv);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    RAISES(MPI_Recv(&word, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE), MPI_ERR_PROC_ABORTED);
    MPI_Comm_disconnect(&inter);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A name is its job's, and goes with the process that has published it, whether that thinks of it or not. */
static void named(void)
{
    char service[64], port[MPI_MAX_PORT_NAME];
    snprintf(service, sizeof service, "children of %ld", (long)getpid());
    char *argv[] = { "publishes", service, NULL };
    MPI_Comm inter = spawned(1, argv, MPI_INFO_NULL, 0, MPI_COMM_SELF);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Barrier(inter);
    CHECK(!MPI_Lookup_name(service, MPI_INFO_NULL, port));
    CHECK(!strcmp(port, "a port"));
    RAISES(MPI_Unpublish_name(service, MPI_INFO_NULL, port), MPI_ERR_SERVICE);
    CHECK(!MPI_Lookup_name(service, MPI_INFO_NULL, port));
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
    while (MPI_Lookup_name(service, MPI_INFO_NULL, port) == MPI_SUCCESS) usleep(1000);
    CHECK(!MPI_Publish_name(service, MPI_INFO_NULL, "another"));
    CHECK(!MPI_Unpublish_name(service, MPI_INFO_NULL, "another"));
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

/* Jobs that do not know each other are introduced by one that knows both. */
static void siblings(void)
{
    char *argv[] = { "sibling", "0", NULL };
    MPI_Comm a = spawned(2, argv, MPI_INFO_NULL, 0, MPI_COMM_WORLD), with_a, both;
    argv[1] = "1";
    MPI_Comm b = spawned(2, argv, MPI_INFO_NULL, 0, MPI_COMM_WORLD);
    MPI_Intercomm_merge(a, 0, &with_a);
    /* The leaders are known to each other: those of this job, and the other one's first. */
    MPI_Intercomm_create(with_a, 0, b, 0, 3, &both);
    all_works(both, 1);
    MPI_Comm_disconnect(&both);
    MPI_Comm_disconnect(&with_a);
    MPI_Comm_disconnect(&a);
    MPI_Comm_disconnect(&b);
}

static void deep(void)
{
    char *argv[] = { "spawns", NULL };
    MPI_Comm inter = spawned(1, argv, MPI_INFO_NULL, 0, MPI_COMM_WORLD);
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
}

/* The parents die: what they have spawned ends with them. */
static void orphans(void)
{
    char *argv[] = { "waits", NULL };
    int word = 0;
    MPI_Comm inter = spawned(3, argv, MPI_INFO_NULL, 0, MPI_COMM_WORLD);
    MPI_Bcast(&word, 1, MPI_INT, 0, inter);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) raise(SIGKILL);
    pause();
}

/* What a spawned job does wrong is its parents' end too, if they say nothing else. */
static void fatal(void)
{
    char *argv[] = { "dies", NULL };
    int word = 0;
    MPI_Comm inter = doomed(argv);
    MPI_Recv(&word, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
}

/* Who is not disconnected ends all the same. */
static void left(void)
{
    char *argv[] = { "left", NULL };
    int word = 0;
    MPI_Comm inter = spawned(2, argv, MPI_INFO_NULL, 0, MPI_COMM_WORLD);
    MPI_Bcast(&word, 1, MPI_INT, 0, inter);
    SAME(word, 4712);
}

/* Stops what relays mpiexec what the proxy of this host tells; returns its number, which the launcher has written. */
static int hold(const char *file)
{
    int relay = 0;
    FILE *numbers = fopen(file, "r");
    CHECK(numbers && fscanf(numbers, "%d", &relay) == 1 && !fclose(numbers));
    CHECK(!kill(relay, SIGSTOP));
    return relay;
}

/* mpiexec hears that the last rank of a host has ended only once it has sent another one there. */
static void held(void)
{
    char *argv[] = { "last", NULL }, *quiet[] = { "quiet", NULL };
    int proxy;
    char relay[PATH_MAX];
    MPI_Comm inter = spawned(1, argv, MPI_INFO_NULL, 0, MPI_COMM_SELF);
    MPI_Recv(&proxy, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
    MPI_Recv(relay, sizeof relay, MPI_CHAR, 0, 0, inter, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&inter);
    while (!kill(proxy, 0)) usleep(1000);
    pid_t releases = fork();
    if (releases == 0) {
        usleep(200000);
        kill(hold(relay), SIGCONT);
        _exit(0);
    }
    inter = spawned(1, quiet, MPI_INFO_NULL, 0, MPI_COMM_SELF);
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
    CHECK(waitpid(releases, NULL, 0) == releases);
}

static int child(int argc, char **argv)
{
    const char *what = argv[1];
    MPI_Comm parent, again;
    MPI_Comm_get_parent(&parent);
    CHECK(parent != MPI_COMM_NULL);
    char name[MPI_MAX_OBJECT_NAME];
    int len, *number, flag;
    MPI_Comm_get_name(parent, name, &len);
    CHECK(!strcmp(name, "MPI_COMM_PARENT"));
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &flag);
    CHECK(flag);
    if (!strcmp(what, "works")) {
        SAME(argc, 5);
        CHECK(!strcmp(argv[2], "two words") && !strcmp(argv[3], "") && !strcmp(argv[4], "a=b;c"));
        SAME(*number, 0);
        all_works(parent, 0);
    } else if (!strcmp(what, "numbered")) {
        SAME(*number, atoi(argv[2]));
        SAME(ranks, 3);
        SAME(me > 0, atoi(argv[2]));
        all_works(parent, 0);
    } else if (!strcmp(what, "where")) {
        char here[PATH_MAX];
        CHECK(getcwd(here, sizeof here) && !strcmp(here, argv[2]));
        CHECK(getenv("TEA") && !strcmp(getenv("TEA"), "two cups"));
        CHECK(getenv("MILK") && !*getenv("MILK"));
        MPI_Barrier(parent);
    } else if (!strcmp(what, "latin")) {
        char here[PATH_MAX];
        CHECK(getcwd(here, sizeof here) && !strcmp(here, argv[3]));
        CHECK(argc == 4 && !strcmp(argv[2], "\344\377"));
        MPI_Barrier(parent);
    } else if (!strcmp(what, "publishes")) {
        CHECK(!MPI_Publish_name(argv[2], MPI_INFO_NULL, "a port"));
        MPI_Barrier(parent);
        MPI_Barrier(parent);
    } else if (!strcmp(what, "last")) {
        int proxy = getppid();
        const char *relay = getenv("TESTED_RELAY");
        CHECK(relay);
        MPI_Send(&proxy, 1, MPI_INT, 0, 0, parent);
        MPI_Send(relay, strlen(relay) + 1, MPI_CHAR, 0, 0, parent);
        MPI_Comm_disconnect(&parent);
        MPI_Finalize();
        hold(relay);
        return 0;
    } else if (!strcmp(what, "quiet")) {
        MPI_Barrier(parent);
    } else if (!strcmp(what, "dies") || !strcmp(what, "aborts")) {
        int word;
        if (me == 0) {
            MPI_Recv(&word, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
            if (!strcmp(what, "aborts")) MPI_Abort(MPI_COMM_WORLD, 5);
            raise(SIGKILL);
        }
        pause();
    } else if (!strcmp(what, "spawns")) {
        MPI_Comm inter;
        char *words[] = { "works", "two words", "", "a=b;c", NULL };
        inter = spawned(2, words, MPI_INFO_NULL, 0, MPI_COMM_WORLD);
        all_works(inter, 1);
        MPI_Comm_disconnect(&inter);
        MPI_Barrier(parent);
    } else if (!strcmp(what, "sibling")) {
        if (!strcmp(argv[2], "0")) {
            MPI_Comm with, both;
            MPI_Intercomm_merge(parent, 1, &with);
            MPI_Intercomm_create(with, 0, MPI_COMM_NULL, 0, 3, &both);
            all_works(both, 1);
            MPI_Comm_disconnect(&both);
            MPI_Comm_disconnect(&with);
        } else {
            MPI_Comm both;
            MPI_Intercomm_create(MPI_COMM_WORLD, 0, parent, 0, 3, &both);
            all_works(both, 0);
            MPI_Comm_disconnect(&both);
        }
    } else if (!strcmp(what, "left") || !strcmp(what, "waits")) {
        int word = 4712;
        MPI_Bcast(&word, 1, MPI_INT, me == 0 ? MPI_ROOT : MPI_PROC_NULL, parent);
        if (!strcmp(what, "waits")) pause();
        MPI_Finalize();
        return 0;
    } else {
        CHECK(!"a known word");
    }
    MPI_Comm_disconnect(&parent);
    MPI_Comm_get_parent(&again);
    SAME(again, MPI_COMM_NULL);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "fails")) return 3;
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return 4;
    begin(&argc, &argv);
    MPI_Comm parent;
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) return child(argc, argv);
    const char *part = argc > 1 ? argv[1] : "";
    static const struct { const char *name; void (*run)(void); } parts[] = {
        { "plain", plain }, { "multiple", multiple }, { "wishes", wishes }, { "mistakes", mistakes },
        { "latin", latin }, { "deaths", deaths }, { "siblings", siblings }, { "deep", deep },
        { "named", named }, { "left", left }, { "orphans", orphans }, { "fatal", fatal }, { "aborted", aborted },
        { "held", held },
    };
    int done = 0, ends = 4;
    for (size_t i = 0; i < sizeof parts / sizeof *parts - (*part ? 0 : ends); i++)
        if (!*part || !strcmp(part, parts[i].name)) {
            parts[i].run();
            done++;
        }
    CHECK(done);
    return end();
}
