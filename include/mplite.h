/* MP_Lite on Ferry: messages between the processes of a job.
 *
 * Processes have the numbers 0 to nprocs - 1. There are no return codes: what cannot be done is said on
 * standard error, and the job ends. Lengths are in bytes, or in elements where a name has d (double), i (int)
 * or f (float). An A before the name begins an operation that MP_Wait ends. A mask has an int for each process,
 * 1 for those that take part. docs/mplite.md says what holds and what is not there. */
#ifndef FERRY_MPLITE_H
#define FERRY_MPLITE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The beginning and the end; who and how many. */
void MP_Init(int *argc, char ***argv);
void MP_Finalize(void);
void MP_Nprocs(int *nprocs);
void MP_Myproc(int *myproc);
double MP_Time(void);
void MP_Set(const char *var, int value);
void MP_Set_Debug(int value);
void MP_Bedcheck(void);
void MP_Remap_Setup(int nrows, int ncols, int *myproc);
int MP_Remap(int node);

/* Messages. Source -1 is any, and a negative tag is any; a message is for receives that are as long or longer. */
void MP_Send(const void *buf, int nbytes, int dest, int tag);
void MP_Recv(void *buf, int nbytes, int src, int tag);
void MP_ASend(const void *buf, int nbytes, int dest, int tag, int *msg_id);
void MP_ARecv(void *buf, int nbytes, int src, int tag, int *msg_id);
void MP_dSend(const void *buf, int count, int dest, int tag);
void MP_dRecv(void *buf, int count, int src, int tag);
void MP_dASend(const void *buf, int count, int dest, int tag, int *msg_id);
void MP_dARecv(void *buf, int count, int src, int tag, int *msg_id);
void MP_iSend(const void *buf, int count, int dest, int tag);
void MP_iRecv(void *buf, int count, int src, int tag);
void MP_iASend(const void *buf, int count, int dest, int tag, int *msg_id);
void MP_iARecv(void *buf, int count, int src, int tag, int *msg_id);
void MP_fSend(const void *buf, int count, int dest, int tag);
void MP_fRecv(void *buf, int count, int src, int tag);
void MP_fASend(const void *buf, int count, int dest, int tag, int *msg_id);
void MP_fARecv(void *buf, int count, int src, int tag, int *msg_id);
void MP_SSend(const void *buf, int nbytes, int dest, int tag);
void MP_SRecv(void *buf, int nbytes, int src, int tag);
void MP_Wait(int *msg_id);
void MP_Block(int *msg_id);
int MP_Test(int *msg_id, int *flag);
int MP_Testall(int count, int *msg_ids, int *flag);
int MP_AProbe(int nbytes, int source, int tag, int *flag);
int MP_Probe(int nbytes, int source, int tag);
void MP_Get_Last_Tag(int *tag);
void MP_Get_Last_Source(int *src);
void MP_Get_Last_Size(int *nbytes);
void MP_SShift(const void *buf_out, int dest, void *buf_in, int src, int nbytes);

/* All together. */
void MP_Sync(void);
void MP_Broadcast(void *buf, int nbytes);
void MP_Bcast(void *buf, int nbytes, int root);
void MP_Bcast_masked(void *buf, int nbytes, int root, const int *mask);
void MP_Gather(void *vec, int nbytes);
void MP_Gather_masked(void *vec, int nbytes, const int *mask);
void MP_dBroadcast(void *buf, int count);
void MP_dBcast(void *buf, int count, int root);
void MP_dBcast_masked(void *buf, int count, int root, const int *mask);
void MP_dGather(void *vec, int count);
void MP_dGather_masked(void *vec, int count, const int *mask);
void MP_iBroadcast(void *buf, int count);
void MP_iBcast(void *buf, int count, int root);
void MP_iBcast_masked(void *buf, int count, int root, const int *mask);
void MP_iGather(void *vec, int count);
void MP_iGather_masked(void *vec, int count, const int *mask);
void MP_fBroadcast(void *buf, int count);
void MP_fBcast(void *buf, int count, int root);
void MP_fBcast_masked(void *buf, int count, int root, const int *mask);
void MP_fGather(void *vec, int count);
void MP_fGather_masked(void *vec, int count, const int *mask);
void MP_dSum(double *vec, int n);
void MP_dSum_masked(double *vec, int n, const int *mask);
void MP_iSum(int *vec, int n);
void MP_iSum_masked(int *vec, int n, const int *mask);
void MP_fSum(float *vec, int n);
void MP_fSum_masked(float *vec, int n, const int *mask);
void MP_dMax(double *vec, int n);
void MP_dMax_masked(double *vec, int n, const int *mask);
void MP_iMax(int *vec, int n);
void MP_iMax_masked(int *vec, int n, const int *mask);
void MP_fMax(float *vec, int n);
void MP_fMax_masked(float *vec, int n, const int *mask);
void MP_dMin(double *vec, int n);
void MP_dMin_masked(double *vec, int n, const int *mask);
void MP_iMin(int *vec, int n);
void MP_iMin_masked(int *vec, int n, const int *mask);
void MP_fMin(float *vec, int n);
void MP_fMin_masked(float *vec, int n, const int *mask);
/* op_type: 0 dSum 1 iSum 2 fSum 3 dMax 4 iMax 5 fMax 6 dMin 7 iMin 8 fMin */
void MP_Global(void *vec, int n, int op_type, const int *mask);

/* One-sided access: processes read and write the memory of others, which need not call for it. All create a
 * window, each with memory of its own; places and numbers are counted in the other's disp_unit. Groups are
 * masks. Fences are for all; start and complete go with post and wait; locks go with unlock. */
int MP_Win_create(void *base, int size, int disp_unit, int *win);
int MP_shMalloc(void **base, int size, int disp_unit, int *win);
int MP_Win_free(int *win);
void MP_Win_fence(int win);
void MP_Win_start(const int *group, int win);
void MP_Win_complete(int win);
void MP_Win_post(const int *group, int win);
void MP_Win_wait(int win);
void MP_Win_test(int win, int *flag);
void MP_Win_lock_exclusive(int rank, int win);
void MP_Win_lock_shared(int rank, int win);
void MP_Win_lock(int type, int rank, int win); /* 1 shared, 2 exclusive */
void MP_Win_unlock(int rank, int win);
void MP_Put(const void *buf, int nelts, int dest, int dest_off, int win);
void MP_APut(const void *buf, int nelts, int dest, int dest_off, int win, int *mid);
void MP_Get(void *buf, int nelts, int src, int src_off, int win);
void MP_AGet(void *buf, int nelts, int src, int src_off, int win, int *mid);
/* op_type as for MP_Global, and 9 dReplace 10 iReplace 11 fReplace */
void MP_Accumulate(const void *buf, int nelts, int dest, int dest_off, int op_type, int win);
void MP_AAccumulate(const void *buf, int nelts, int dest, int dest_off, int op_type, int win, int *mid);
void MP_dSumAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AdSumAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_iSumAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AiSumAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_fSumAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AfSumAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_dMaxAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AdMaxAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_iMaxAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AiMaxAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_fMaxAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AfMaxAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_dMinAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AdMinAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_iMinAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AiMinAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_fMinAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AfMinAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_dReplaceAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AdReplaceAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_iReplaceAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AiReplaceAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);
void MP_fReplaceAccumulate(const void *buf, int n, int dest, int off, int win);
void MP_AfReplaceAccumulate(const void *buf, int n, int dest, int off, int win, int *mid);

/* A grid that is closed in every direction; the first runs fastest. */
void MP_Cart_Create(int ndims, int *dims);
void MP_Cart_Coords(int rank, int *coord);
void MP_Cart_Get(int *dim, int *coord);
void MP_Cart_Shift(int dir, int dist, int *source, int *dest);
void MP_Cart_Rank(const int *coord, int *rank);

/* Times of parts of a program; MP_Leave is told of operations, or of bytes if negative. */
void MP_Enter(const char *name);
void MP_Leave(double nflops);
void MP_Reset_Time(void);
void MP_Zero_Time(const char *name);
double MP_Get_Time(const char *name);
double MP_Get_Flops(const char *name);
double MP_Myflops(void);
void MP_Time_Report(const char *file);
void MD_Time_Report(const char *file, int nsteps);

/* Files: process 0 reads and writes, or all in their order. Input may be written `name = values`; lines that
 * begin with ! @ # % or / are comments. What cannot be read ends the job. */
FILE *MP_fopen(const char *name, const char *mode); /* null on all but process 0 */
void MP_fclose(FILE *file);
void MP_dRead(FILE *file, double *vec, int n);
void MP_iRead(FILE *file, int *vec, int n);
void MP_fRead(FILE *file, float *vec, int n);
void MP_cRead(FILE *file, char *vec, int n);            /* letters of a line, zeros behind them */
void MP_wRead(FILE *file, char *vec, int n, int wlen);  /* words, each in wlen letters */
void MP_Get_Token(FILE *file); /* those before this process have passed the token; null: no file */
void MP_Pass_Token(FILE *file);
/* Below the functions with a format, which are here since they take any number of arguments. */
int MP_Format_Places(const char *format);
int MP_Scan_For_All(FILE *file, const char *format, void *const *places);
int MP_Scan_For_Each(FILE *file, const char *format, void *const *places);
void MP_Print_In_Order(FILE *file, const char *line);
void MP_Log(int level, const char *line); /* into .node<rank>, if MP_Set("debug") is at the level or above */

/* Blocks of memory that are handed over: sent, a block is not the sender's any more. */
void *MP_shmMalloc(int nbytes);
void MP_shmFree(void *block);
void MP_IPSend(void *data, int nbytes, int dest, int tag);
void MP_IPRecv(void **data, int nbytes, int src, int tag);
void MP_Cleanup(void *block); /* gives a block back that was received */

/* As those of the C library; define FERRY_MPLITE_WRAP_MALLOC to have these behind its names. */
void *MP_Malloc(size_t bytes);
void *MP_Calloc(size_t count, size_t bytes);
void *MP_Realloc(void *block, size_t bytes);
void MP_Free(void *block);

void MP_memcpy(void *dest, const void *src, int nbytes);
void MP_memmove(void *dest, const void *src, int nbytes);

/* Most values that a format reads, and letters that one prints. */
enum { MP_MOST_PLACES = 32, MP_LONGEST_LINE = 4096 };

#if defined __GNUC__
#define MP_INLINE static inline __attribute__((unused))
#else
#define MP_INLINE static inline
#endif

/* Process 0 reads, and all get the values. */
MP_INLINE int MP_gfscanf(FILE *file, const char *format, ...)
{
    void *places[MP_MOST_PLACES];
    int count = MP_Format_Places(format);
    va_list arguments;
    va_start(arguments, format);
    for (int i = 0; i < count; i++) places[i] = va_arg(arguments, void *);
    va_end(arguments);
    return MP_Scan_For_All(file, format, places);
}

/* Process 0 reads values for each process, in their order. */
MP_INLINE int MP_nofscanf(FILE *file, const char *format, ...)
{
    void *places[MP_MOST_PLACES];
    int count = MP_Format_Places(format);
    va_list arguments;
    va_start(arguments, format);
    for (int i = 0; i < count; i++) places[i] = va_arg(arguments, void *);
    va_end(arguments);
    return MP_Scan_For_Each(file, format, places);
}

/* Process 0 prints. */
MP_INLINE int MP_gfprintf(FILE *file, const char *format, ...)
{
    int me, count = 0;
    va_list arguments;
    MP_Myproc(&me);
    va_start(arguments, format);
    if (me == 0) count = vfprintf(file, format, arguments);
    va_end(arguments);
    return count;
}

/* All print, in their order; longer lines are cut. */
MP_INLINE int MP_nofprintf(FILE *file, const char *format, ...)
{
    char line[MP_LONGEST_LINE];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    MP_Print_In_Order(file, line);
    return count;
}

/* Lines for the log: always, and from debug level 2 and 3 on. */
#if defined FERRY_MPLITE_LOG_NAMES
#define FERRY_MPLITE_LOG_FUNCTION(name, level) \
    MP_INLINE void name(const char *format, ...) \
    { \
        char line[MP_LONGEST_LINE]; \
        va_list arguments; \
        va_start(arguments, format); \
        vsnprintf(line, sizeof line, format, arguments); \
        va_end(arguments); \
        MP_Log(level, line); \
    }
FERRY_MPLITE_LOG_FUNCTION(lprintf, 0)
FERRY_MPLITE_LOG_FUNCTION(dbprintf, 2)
FERRY_MPLITE_LOG_FUNCTION(ddbprintf, 3)
#endif

#if defined FERRY_MPLITE_WRAP_MALLOC
#define malloc(bytes) MP_Malloc(bytes)
#define calloc(count, bytes) MP_Calloc(count, bytes)
#define realloc(block, bytes) MP_Realloc(block, bytes)
#define free(block) MP_Free(block)
#endif

#ifdef __cplusplus
}
#endif
#endif
