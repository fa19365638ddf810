/* Nexus on Ferry: link with -lferry_nexus, or as `pkg-config nexus` says; start with mpiexec, or by itself and attach.
 *
 * Startpoints are bound to endpoints, in whatever process; a remote service request by a startpoint runs a handler of
 * the endpoint with what a buffer holds. All functions but nexus_sizeof_*, nexus_error_text and
 * nexus_endpoint_get_user_pointer return a code, NEXUS_SUCCESS being 0; nexus_error_text says why in words. Endpoints,
 * startpoints and buffers are passed by address; one that was destroyed is refused. docs/nexus.md says what holds. */
#ifndef FERRY_NEXUS_H
#define FERRY_NEXUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct { uint64_t id; } nexus_endpoint_t;
typedef struct { uint64_t id; } nexus_startpoint_t;
typedef struct { uint64_t id; } nexus_buffer_t;

enum {
    NEXUS_SUCCESS = 0,
    NEXUS_ERR_NOT_STARTED,   /* nexus_init was not called, or nexus_shutdown was */
    NEXUS_ERR_HANDLE,        /* an endpoint, startpoint or buffer that is not there (any more) */
    NEXUS_ERR_ARGUMENT,
    NEXUS_ERR_UNBOUND,       /* the startpoint leads nowhere */
    NEXUS_ERR_GONE,          /* the other process is */
    NEXUS_ERR_NO_WAY,        /* no method, or not this one, leads there */
    NEXUS_ERR_WOULD_WAIT,    /* what a non-threaded handler must not do */
    NEXUS_ERR_TOO_LONG,
    NEXUS_ERR_BUFFER,        /* something else is next, or nothing */
    NEXUS_ERR_BAD_URL,
    NEXUS_ERR_REFUSED,       /* by the process that one wants to attach to */
    NEXUS_ERR_UNREACHABLE,   /* the same, which is not there */
    NEXUS_ERR_FAULT,         /* something happened before that no callback was told of */
    NEXUS_ERR_BUSY,          /* the buffer is being sent, or the endpoint still being made */
    NEXUS_ERR_SYSTEM
};

/* Why the last call of this thread that failed did. */
const char *nexus_error_text(void);

/* The beginning and the end. All processes of a job call both. */
int nexus_init(int *argc, char ***argv);
int nexus_shutdown(void);
int nexus_abort(int code, const char *why); /* tells those that it has links to; ends the process and its job */
int nexus_node_id(int *id);
int nexus_node_count(int *count);

/* Progress. Handlers run in these, and in nexus_send_rsr where that waits. A negative time is for ever; the last
 * argument may be NULL. */
int nexus_poll(void);
int nexus_poll_blocking(int milliseconds, int *came);
int nexus_wait_until(int (*ready)(void *argument), void *argument, int milliseconds, int *became);
int nexus_wake(void);

/* Endpoints. A threaded handler has a thread of its own and may wait; another runs in the thread that polls and must
 * not. The buffer is destroyed when the handler returns, unless that saves it (nexus_buffer_save). */
typedef enum { NEXUS_HANDLER_TYPE_THREADED = 0, NEXUS_HANDLER_TYPE_NON_THREADED = 1 } nexus_handler_type_t;
typedef void (*nexus_handler_func_t)(nexus_endpoint_t *endpoint, nexus_buffer_t *buffer, int is_non_threaded);
typedef struct {
    nexus_handler_type_t type;
    nexus_handler_func_t func; /* NULL: there is no handler of this number */
} nexus_handler_t;
typedef struct {
    const nexus_handler_t *handlers;
    int count;
    nexus_handler_func_t unknown;
} nexus_endpointattr_t;

int nexus_endpointattr_init(nexus_endpointattr_t *attributes);
int nexus_endpointattr_destroy(nexus_endpointattr_t *attributes);
int nexus_endpointattr_set_handler_table(nexus_endpointattr_t *attributes, const nexus_handler_t *handlers, int count);
int nexus_endpointattr_set_unknown_handler(nexus_endpointattr_t *attributes, nexus_handler_func_t function);
int nexus_endpoint_init(nexus_endpoint_t *endpoint, const nexus_endpointattr_t *attributes);
int nexus_endpoint_init_root(nexus_endpoint_t *endpoint, const nexus_endpointattr_t *attributes);
int nexus_endpoint_destroy(nexus_endpoint_t *endpoint);
int nexus_endpoint_set_user_pointer(const nexus_endpoint_t *endpoint, void *pointer);
void *nexus_endpoint_get_user_pointer(const nexus_endpoint_t *endpoint);

/* Startpoints. bind, to_node (the root endpoint of a process of the job), set_null and copy make one. */
int nexus_startpoint_bind(nexus_startpoint_t *startpoint, const nexus_endpoint_t *endpoint);
int nexus_startpoint_to_node(nexus_startpoint_t *startpoint, int node);
int nexus_startpoint_set_null(nexus_startpoint_t *startpoint);
int nexus_startpoint_copy(nexus_startpoint_t *startpoint, const nexus_startpoint_t *from);
int nexus_startpoint_join(const nexus_startpoint_t *startpoint, const nexus_startpoint_t *other);
int nexus_startpoint_destroy(nexus_startpoint_t *startpoint);
int nexus_startpoint_is_null(const nexus_startpoint_t *startpoint, int *is_null);
int nexus_startpoint_equal(const nexus_startpoint_t *one, const nexus_startpoint_t *other, int *equal);
int nexus_startpoint_equal_context(const nexus_startpoint_t *one, const nexus_startpoint_t *other, int *equal);
int nexus_startpoint_to_current_context(const nexus_startpoint_t *startpoint, int *leads_here);

/* Sends a request; returns when the buffer may be used again. */
int nexus_send_rsr(nexus_buffer_t *buffer, const nexus_startpoint_t *startpoint, int handler, int destroy_buffer,
                   int called_from_non_threaded_handler);

/* Methods: that of one startpoint, whether it goes along, an order of the startpoint's own, parameters of links; and
 * how often methods are looked at, on all links (0 polls: as arrivals make sensible). */
int nexus_startpoint_set_method(const nexus_startpoint_t *startpoint, const char *method);
int nexus_startpoint_carry_method(const nexus_startpoint_t *startpoint, int carries);
int nexus_startpoint_get_method(const nexus_startpoint_t *startpoint, char *method, long size);
int nexus_startpoint_prefer(const nexus_startpoint_t *startpoint, const char *const methods[], int count);
int nexus_startpoint_tune(const nexus_startpoint_t *startpoint, const char *method, const char *parameter,
                          const char *value);
int nexus_open_method(const char *name);
int nexus_open_module(const char *path, char *name, long size);
int nexus_set_skip_poll(const char *method, int polls);
int nexus_set_waiter(const char *method, int waits);
int nexus_poll_only(const char *const methods[], int count);

/* Buffers grow as needed. Items are got in the order and kind in which they were put, as many at once. */
int nexus_buffer_init(nexus_buffer_t *buffer, long size, int direct);
int nexus_buffer_destroy(nexus_buffer_t *buffer);
int nexus_buffer_save(const nexus_buffer_t *buffer);
int nexus_buffer_clear(const nexus_buffer_t *buffer);
int nexus_check_buffer_size(const nexus_buffer_t *buffer, long *size);

/* sizeof: bytes in a buffer. direct_put: sent from where they are, which must stay until the buffer is destroyed or
 * cleared. */
#define NEXUS_ITEMS(name, type)                                                             \
    long nexus_sizeof_##name(int count);                                                    \
    int nexus_put_##name(const nexus_buffer_t *buffer, const type *values, int count);      \
    int nexus_direct_put_##name(const nexus_buffer_t *buffer, const type *values, int count); \
    int nexus_get_##name(const nexus_buffer_t *buffer, type *values, int count);            \
    int nexus_direct_get_##name(const nexus_buffer_t *buffer, type *values, int count);

NEXUS_ITEMS(float, float)
NEXUS_ITEMS(double, double)
NEXUS_ITEMS(short, int16_t)
NEXUS_ITEMS(u_short, uint16_t)
NEXUS_ITEMS(int, int32_t)
NEXUS_ITEMS(u_int, uint32_t)
NEXUS_ITEMS(long, long)
NEXUS_ITEMS(u_long, unsigned long)
NEXUS_ITEMS(char, char)
NEXUS_ITEMS(byte, unsigned char)
#undef NEXUS_ITEMS

/* get_string: into `size` bytes, its zero among them; a longer string is refused and stays next. */
int nexus_put_string(const nexus_buffer_t *buffer, const char *string);
int nexus_get_string(const nexus_buffer_t *buffer, char *string, long size);
int nexus_put_startpoint(const nexus_buffer_t *buffer, const nexus_startpoint_t *startpoints, int count);
int nexus_put_startpoint_transfer(const nexus_buffer_t *buffer, nexus_startpoint_t *startpoints, int count);
/* get_startpoint: so many, or none where one of them cannot be got; then all stay next. */
int nexus_get_startpoint(const nexus_buffer_t *buffer, nexus_startpoint_t *startpoints, int count);

/* Attaching. `approve` is asked in a thread of the library's, with the URL's path: 0 and a startpoint, which is the
 * visitor's from then on, or another code to refuse. */
int nexus_allow_attach(const char *host, unsigned short *port, char *url, long size,
                       int (*approve)(void *argument, const char *path, nexus_startpoint_t *startpoint), void *argument);
int nexus_disallow_attach(const char *url);
int nexus_attach(const char *url, nexus_startpoint_t *startpoint);
int nexus_detach(const nexus_startpoint_t *startpoint);
int nexus_split_url(const char *url, char *host, unsigned short *port, char *path, long size);

/* Jobs that meet as wholes: node 0 of one opens a door (host and port as above) and all its nodes accept; all nodes
 * of the other attach, node 0 by the URL (NULL at the others). Each gives a startpoint and gets one of each node of the
 * other job, in the order of their numbers: as many as there is room for; `count` says how much that is, and then how
 * many there are. Both wait, and handlers run meanwhile. nexus_detach of one of them is of the whole job. */
int nexus_open_job(const char *host, unsigned short *port, char *url, long size);
int nexus_accept_job(const nexus_startpoint_t *own, nexus_startpoint_t *startpoints, int *count);
int nexus_attach_job(const char *url, const nexus_startpoint_t *own, nexus_startpoint_t *startpoints, int *count);

/* Faults. */
enum {
    NEXUS_FAULT_PROCESS_DIED = 1,
    NEXUS_FAULT_PROCESS_SHUTDOWN_ABNORMALLY,
    NEXUS_FAULT_PROCESS_SHUTDOWN_NORMALLY,
    NEXUS_FAULT_ACCEPT_ATTACH_FAILED,
    NEXUS_FAULT_CONNECT_FAILED,
    NEXUS_FAULT_BAD_PROTOCOL,
    NEXUS_FAULT_READ_FAILED,
    NEXUS_FAULT_BAD_URL,
    NEXUS_FAULT_UNKNOWN_ENDPOINT,
    NEXUS_FAULT_UNKNOWN_HANDLER
};
int nexus_enable_fault_tolerance(void (*callback)(void *argument, int fault, const char *why), void *argument);

#ifdef __cplusplus
}
#endif
#endif
