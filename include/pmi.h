/* PMI-1 on Ferry: how the processes of a job find each other through their launcher. Link with -lferry_pmi, or
 * as `pkg-config ferry-pmi` says.
 *
 * The launcher may be Ferry's mpiexec or any that speaks PMI-1 (PMI_FD or PMI_PORT); without one the process is
 * a job of one. A library of Ferry's in the same process (MPI, Portals, MP_Lite, Nexus) shares the connection,
 * whichever comes first. Lengths count the terminating zero. Keys and values hold no blanks. */
#ifndef FERRY_PMI_H
#define FERRY_PMI_H

#ifdef __cplusplus
extern "C" {
#endif

#define PMI_SUCCESS 0
#define PMI_FAIL (-1)
#define PMI_ERR_INIT 1                /* PMI_Init was not called, or PMI_Finalize was */
#define PMI_ERR_NOMEM 2
#define PMI_ERR_INVALID_ARG 3
#define PMI_ERR_INVALID_KEY 4
#define PMI_ERR_INVALID_KEY_LENGTH 5
#define PMI_ERR_INVALID_VAL 6
#define PMI_ERR_INVALID_VAL_LENGTH 7
#define PMI_ERR_INVALID_LENGTH 8      /* no room for the answer */
#define PMI_ERR_INVALID_NUM_ARGS 9
#define PMI_ERR_INVALID_ARGS 10
#define PMI_ERR_INVALID_NUM_PARSED 11
#define PMI_ERR_INVALID_KEYVALP 12    /* a pair without a key or a value */
#define PMI_ERR_INVALID_SIZE 13       /* an array that is too short */

typedef int PMI_BOOL;
#define PMI_TRUE 1
#define PMI_FALSE 0

typedef struct PMI_keyval_t {
    const char *key;
    char *val;
} PMI_keyval_t;

/* The beginning and the end. */
int PMI_Init(int *spawned);
int PMI_Initialized(PMI_BOOL *initialized);
int PMI_Finalize(void);
int PMI_Abort(int exit_code, const char error_msg[]);

/* Who and how many. */
int PMI_Get_rank(int *rank);
int PMI_Get_size(int *size);
int PMI_Get_universe_size(int *size); /* -1: the launcher does not know */
int PMI_Get_appnum(int *appnum);
int PMI_Get_clique_size(int *size);
int PMI_Get_clique_ranks(int ranks[], int length);
int PMI_Get_id_length_max(int *length);
int PMI_Get_id(char id_str[], int length);
int PMI_Get_kvs_domain_id(char id_str[], int length);

/* The key-value space of the job. What is put is seen by others after the next barrier. */
int PMI_KVS_Get_name_length_max(int *length);
int PMI_KVS_Get_key_length_max(int *length);
int PMI_KVS_Get_value_length_max(int *length);
int PMI_KVS_Get_my_name(char kvsname[], int length);
int PMI_KVS_Put(const char kvsname[], const char key[], const char value[]);
int PMI_KVS_Commit(const char kvsname[]);
int PMI_KVS_Get(const char kvsname[], const char key[], char value[], int length);
int PMI_Barrier(void);

/* Service names; a port has fewer than 256 bytes. */
int PMI_Publish_name(const char service_name[], const char port[]);
int PMI_Unpublish_name(const char service_name[]);
int PMI_Lookup_name(const char service_name[], char port[]);

/* Starts processes of `count` programs as a job of their own, whose space holds what is put before: returns when they
 * run. `argvs` (each array ends with NULL), info and `errors` may be NULL. Info keys are those of MPI_Comm_spawn that
 * concern the launcher (host, wdir, path and the like). `errors` has an element for each process, in order: PMI_SUCCESS,
 * or PMI_FAIL for one that cannot be started; then none is, and a line on the standard error says why. */
int PMI_Spawn_multiple(int count, const char *cmds[], const char **argvs[], const int maxprocs[],
                       const int info_keyval_sizes[], const PMI_keyval_t *info_keyval_vectors[],
                       int preput_keyval_size, const PMI_keyval_t preput_keyval_vector[], int errors[]);

#ifdef __cplusplus
}
#endif
#endif
