/* MP_Lite on Ferry: messages between the processes of a job.
 *
 * Processes have the numbers 0 to nprocs - 1. There are no return codes: what cannot be done is said on
 * standard error, and the job ends. Lengths are in bytes, or in elements where a name has d (double), i (int)
 * or f (float). An A before the name begins an operation that MP_Wait ends. A mask has an int for each process,
 * 1 for those that take part. docs/mplite.md says what holds and what is not there. */
#ifndef FERRY_MPLITE_H
#define FERRY_MPLITE_H

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

void MP_memcpy(void *dest, const void *src, int nbytes);
void MP_memmove(void *dest, const void *src, int nbytes);

#ifdef __cplusplus
}
#endif
#endif
