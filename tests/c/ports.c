/* Ports (MPI-5.0 §11.9): names, accept and connect, within a job and between jobs.
 * ports                    all within this job
 * ports accept [SERVICE]   opens a port, tells its name, accepts twice
 * ports connect PORT       connects twice
 * ports find SERVICE       the same by the name of a service
 * ports refused PORT       cannot connect
 * ports differing          opens a port, tells its name and accepts somebody with whom it cannot talk
 * ports differing PORT     connects to it
 * ports idle               opens a port, tells its name and accepts nobody
 * ports withdraw SERVICE   rank 0 publishes a name and tells it; rank 1 takes it away when PORT_FILE.go is there, and
 *                          makes PORT_FILE.gone; all end when PORT_FILE.end is there
 * ports unknown SERVICE    nobody publishes the name
 * A name is told in the file that the variable PORT_FILE names, else by standard output. */
#include "two_groups.h"
#include <unistd.h>

/* Tells where it can be found: in the file that a variable names, once all is in it, or by standard output. */
static void tell(const char *text)
{
    const char *file = getenv("PORT_FILE");
    if (file) {
        char fresh[4096];
        snprintf(fresh, sizeof fresh, "%s.new", file);
        FILE *to = fopen(fresh, "w");
        CHECK(to && fputs(text, to) >= 0 && !fclose(to) && !rename(fresh, file));
    } else {
        puts(text);
        fflush(stdout);
    }
}

static void names(void)
{
    char port[MPI_MAX_PORT_NAME], other[MPI_MAX_PORT_NAME], found[MPI_MAX_PORT_NAME], service[64];
    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Open_port(MPI_INFO_NULL, other);
    CHECK(strcmp(port, other));
    snprintf(service, sizeof service, "a service of %d %d", (int) getpid(), me);
    RAISES(MPI_Lookup_name(service, MPI_INFO_NULL, found), MPI_ERR_NAME);
    RAISES(MPI_Unpublish_name(service, MPI_INFO_NULL, port), MPI_ERR_SERVICE);
    CHECK(!MPI_Publish_name(service, MPI_INFO_NULL, port));
    RAISES(MPI_Publish_name(service, MPI_INFO_NULL, other), MPI_ERR_SERVICE);
    CHECK(!MPI_Lookup_name(service, MPI_INFO_NULL, found));
    CHECK(!strcmp(port, found));
    CHECK(!MPI_Unpublish_name(service, MPI_INFO_NULL, port));
    RAISES(MPI_Lookup_name(service, MPI_INFO_NULL, found), MPI_ERR_NAME);
    CHECK(!MPI_Publish_name(service, MPI_INFO_NULL, other));
    CHECK(!MPI_Unpublish_name(service, MPI_INFO_NULL, other));
    /* No bound is set to names. */
    char whole[3000];
    memset(whole, 'a' + me, sizeof whole - 1);
    whole[sizeof whole - 1] = 0;
    CHECK(!MPI_Publish_name(whole, MPI_INFO_NULL, port));
    CHECK(!MPI_Lookup_name(whole, MPI_INFO_NULL, found));
    CHECK(!strcmp(port, found));
    CHECK(!MPI_Unpublish_name(whole, MPI_INFO_NULL, port));
    CHECK(!MPI_Close_port(other));
    RAISES(MPI_Close_port(other), MPI_ERR_PORT);
    CHECK(!MPI_Close_port(port));
}

static void mistakes(void)
{
    MPI_Comm inter;
    MPI_Info soon;
    char port[MPI_MAX_PORT_NAME];
    MPI_Info_create(&soon);
    MPI_Info_set(soon, "timeout", "0.05");
    RAISES(MPI_Comm_connect("nonsense", MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter), MPI_ERR_PORT);
    SAME(inter, MPI_COMM_NULL);
    RAISES(MPI_Comm_accept("nonsense", MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter), MPI_ERR_PORT);
    RAISES(MPI_Comm_accept("nonsense", MPI_INFO_NULL, 1, MPI_COMM_SELF, &inter), MPI_ERR_ROOT);
    RAISES(MPI_Comm_connect(NULL, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter), MPI_ERR_ARG);
    MPI_Open_port(MPI_INFO_NULL, port);
    RAISES(MPI_Comm_accept(port, soon, 0, MPI_COMM_SELF, &inter), MPI_ERR_PORT);
    RAISES(MPI_Comm_connect(port, soon, 0, MPI_COMM_SELF, &inter), MPI_ERR_PORT);
    MPI_Info_set(soon, "timeout", "soon");
    RAISES(MPI_Comm_connect(port, soon, 0, MPI_COMM_SELF, &inter), MPI_ERR_INFO_VALUE);
    MPI_Close_port(port);
    RAISES(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter), MPI_ERR_PORT);
    MPI_Info_free(&soon);
    /* What the root meets, all hear. */
    RAISES(MPI_Comm_connect(me == ranks - 1 ? "x" : NULL, MPI_INFO_NULL, ranks - 1, MPI_COMM_WORLD,
                            &inter), MPI_ERR_PORT);
}

/* The even ranks accept the odd ones. */
static void within(void)
{
    MPI_Comm half, inter;
    char port[MPI_MAX_PORT_NAME] = "";
    int rank, size;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, 0, &half);
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &size);
    if (me == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
    }
    if (me == 1)
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int turn = 0; turn < 2; turn++) {
        if (me % 2) CHECK(!MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &inter));
        else CHECK(!MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &inter));
        int result;
        MPI_Group theirs, world;
        MPI_Comm_remote_group(inter, &theirs);
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        int first = 0, number;
        MPI_Group_translate_ranks(theirs, 1, &first, world, &number);
        SAME(number, !(me % 2));
        MPI_Group_free(&theirs);
        MPI_Group_free(&world);
        all_works(inter, me % 2 == 0);
        MPI_Comm_disconnect(&inter);
    }
    if (me == 0) MPI_Close_port(port);
    MPI_Comm_free(&half);
}

static void accepting(const char *service)
{
    MPI_Comm inter;
    char port[MPI_MAX_PORT_NAME] = "";
    int root = ranks - 1;
    if (me == root) {
        MPI_Open_port(MPI_INFO_NULL, port);
        if (service) MPI_Publish_name(service, MPI_INFO_NULL, port);
        tell(service ? service : port);
    }
    for (int turn = 0; turn < 2; turn++) {
        CHECK(!MPI_Comm_accept(port, MPI_INFO_NULL, root, MPI_COMM_WORLD, &inter));
        all_works(inter, 1);
        MPI_Comm_disconnect(&inter);
        SAME(inter, MPI_COMM_NULL);
    }
    if (me == root) {
        if (service) MPI_Unpublish_name(service, MPI_INFO_NULL, port);
        MPI_Close_port(port);
    }
}

/* The name of a service is its job's alone. */
static void strange(const char *service)
{
    char port[MPI_MAX_PORT_NAME], why[MPI_MAX_ERROR_STRING];
    int len;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(!MPI_Lookup_name(service, MPI_INFO_NULL, port));
    int code = MPI_Unpublish_name(service, MPI_INFO_NULL, port);
    RAISES(code, MPI_ERR_SERVICE);
    MPI_Error_string(code, why, &len);
    CHECK(strstr(why, "another job"));
    CHECK(!MPI_Lookup_name(service, MPI_INFO_NULL, port));
}

/* Waits for a file, outside of MPI. */
static void await_file(const char *ending)
{
    char file[4096];
    snprintf(file, sizeof file, "%s.%s", getenv("PORT_FILE"), ending);
    while (access(file, F_OK)) usleep(1000);
}

/* What one process has published a fellow takes away, wherever that is, while the first computes. */
static void withdrawn(const char *service)
{
    char port[MPI_MAX_PORT_NAME] = "", gone[4096];
    if (me == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name(service, MPI_INFO_NULL, port);
        tell(service);
    }
    MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (me == 1) {
        await_file("go");
        CHECK(!MPI_Unpublish_name(service, MPI_INFO_NULL, port));
        snprintf(gone, sizeof gone, "%s.gone", getenv("PORT_FILE"));
        FILE *to = fopen(gone, "w");
        CHECK(to && !fclose(to));
    }
    await_file("end");
    if (me == 0) MPI_Close_port(port);
}

static void connecting(const char *port)
{
    MPI_Comm inter;
    for (int turn = 0; turn < 2; turn++) {
        CHECK(!MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter));
        all_works(inter, 0);
        MPI_Comm_disconnect(&inter);
    }
}

static void refused(const char *port)
{
    MPI_Comm inter;
    char why[MPI_MAX_ERROR_STRING];
    int len, code = MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter);
    RAISES(code, MPI_ERR_PORT);
    MPI_Error_string(code, why, &len);
    if (me == 0) puts(why);
}

/* Both sides hear why. */
static void differing(const char *word)
{
    MPI_Comm inter;
    char port[MPI_MAX_PORT_NAME] = "", why[MPI_MAX_ERROR_STRING];
    int len, code;
    if (!word && me == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        tell(port);
    }
    code = word ? MPI_Comm_connect(word, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter)
                : MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter);
    RAISES(code, MPI_ERR_OTHER);
    MPI_Error_string(code, why, &len);
    if (me == 0) puts(why);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const char *mode = argc > 1 ? argv[1] : "within";
    const char *word = argc > 2 ? argv[2] : NULL;
    if (!strcmp(mode, "accept")) accepting(word);
    else if (!strcmp(mode, "connect")) connecting(word);
    else if (!strcmp(mode, "strange")) strange(word);
    else if (!strcmp(mode, "withdraw")) withdrawn(word);
    else if (!strcmp(mode, "unknown")) {
        char port[MPI_MAX_PORT_NAME];
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
        RAISES(MPI_Lookup_name(word, MPI_INFO_NULL, port), MPI_ERR_NAME);
    } else if (!strcmp(mode, "find")) {
        char port[MPI_MAX_PORT_NAME];
        MPI_Lookup_name(word, MPI_INFO_NULL, port);
        connecting(port);
    } else if (!strcmp(mode, "refused") || !strcmp(mode, "idle") || !strcmp(mode, "differing")) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        if (!strcmp(mode, "refused")) refused(word);
        else if (!strcmp(mode, "differing")) differing(word);
        else {
            char port[MPI_MAX_PORT_NAME];
            MPI_Open_port(MPI_INFO_NULL, port);
            tell(port);
        }
    } else {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
        names();
        mistakes();
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
        if (ranks > 1) within();
    }
    return end();
}
