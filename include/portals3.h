/* Portals 3.3 on Ferry: link with -lferry_portals3, or as `pkg-config portals3` says; start with mpiexec.
 *
 * All calls return a code, PTL_OK being 0. None but PtlEQWait, PtlEQPoll, PtlBarrier, PtlNIFini and PtlFini wait; but
 * what asks another process does where 65,536 requests of its interface wait for answers. With `progress = thread` what
 * others ask completes while this process makes no call. */
#ifndef FERRY_PORTALS3_H
#define FERRY_PORTALS3_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t ptl_size_t;
typedef uint32_t ptl_handle_any_t;
typedef ptl_handle_any_t ptl_handle_ni_t, ptl_handle_me_t, ptl_handle_md_t, ptl_handle_eq_t;
typedef uint32_t ptl_pt_index_t, ptl_ac_index_t, ptl_interface_t;
typedef uint64_t ptl_match_bits_t, ptl_hdr_data_t;
typedef uint32_t ptl_nid_t, ptl_pid_t, ptl_uid_t, ptl_jid_t;
typedef uint32_t ptl_sr_index_t;
typedef int64_t ptl_sr_value_t;
typedef uint32_t ptl_seq_t, ptl_ni_fail_t, ptl_time_t;

#define PTL_INVALID_HANDLE ((ptl_handle_any_t) 0xffffffffu)
#define PTL_HANDLE_NONE ((ptl_handle_any_t) 0x7fffffffu)
#define PTL_EQ_NONE ((ptl_handle_eq_t) 0xbfffffffu)
#define PTL_NID_ANY ((ptl_nid_t) 0xffffffffu)
#define PTL_PID_ANY ((ptl_pid_t) 0xffffffffu)
#define PTL_UID_ANY ((ptl_uid_t) 0xffffffffu)
#define PTL_JID_ANY ((ptl_jid_t) 0xffffffffu)
#define PTL_PT_INDEX_ANY ((ptl_pt_index_t) 0xffffffffu)
#define PTL_IFACE_DEFAULT ((ptl_interface_t) 0)
#define PTL_MD_THRESH_INF (-1)
#define PTL_TIME_FOREVER ((ptl_time_t) 0xffffffffu)
#define PTL_NI_OK ((ptl_ni_fail_t) 0)
#define PTL_NI_FAIL ((ptl_ni_fail_t) 1)

typedef enum { PTL_RETAIN = 0, PTL_UNLINK = 1 } ptl_unlink_t;
typedef enum { PTL_INS_BEFORE = 0, PTL_INS_AFTER = 1 } ptl_ins_pos_t;
typedef enum { PTL_ACK_REQ = 0, PTL_NO_ACK_REQ = 1, PTL_NOACK_REQ = 1 } ptl_ack_req_t;

enum {
    PTL_OK = 0,
    PTL_AC_INDEX_INVALID,
    PTL_EQ_DROPPED,
    PTL_EQ_EMPTY,
    PTL_EQ_INVALID,
    PTL_FAIL,
    PTL_HANDLE_INVALID,
    PTL_IFACE_INVALID,
    PTL_MD_ILLEGAL,
    PTL_MD_INVALID,
    PTL_MD_IN_USE,
    PTL_MD_NO_UPDATE,
    PTL_ME_INVALID,
    PTL_ME_IN_USE,
    PTL_ME_LIST_TOO_LONG,
    PTL_NI_INVALID,
    PTL_NO_INIT,
    PTL_NO_SPACE,
    PTL_PID_INVALID,
    PTL_PROCESS_INVALID,
    PTL_PT_FULL,
    PTL_PT_INDEX_INVALID,
    PTL_SEGV,
    PTL_SR_INDEX_INVALID,
    PTL_UNKNOWN_ERROR
};

/* Options of memory descriptors. */
#define PTL_MD_OP_PUT 0x001u
#define PTL_MD_OP_GET 0x002u
#define PTL_MD_MANAGE_REMOTE 0x004u
#define PTL_MD_TRUNCATE 0x008u
#define PTL_MD_ACK_DISABLE 0x010u
#define PTL_MD_IOVEC 0x020u
#define PTL_MD_MAX_SIZE 0x040u
#define PTL_MD_EVENT_START_DISABLE 0x080u
#define PTL_MD_EVENT_END_DISABLE 0x100u

/* Status registers. */
#define PTL_SR_DROP_COUNT 0u
#define PTL_SR_DROP_LENGTH 1u
#define PTL_SR_RECV_COUNT 2u
#define PTL_SR_RECV_LENGTH 3u
#define PTL_SR_SEND_COUNT 4u
#define PTL_SR_SEND_LENGTH 5u
#define PTL_SR_MES_CUR 15u
#define PTL_SR_MDS_CUR 19u
#define PTL_SR_EQS_CUR 23u

typedef enum {
    PTL_EVENT_GET_START = 0,
    PTL_EVENT_GET_END,
    PTL_EVENT_PUT_START,
    PTL_EVENT_PUT_END,
    PTL_EVENT_GETPUT_START,
    PTL_EVENT_GETPUT_END,
    PTL_EVENT_REPLY_START,
    PTL_EVENT_REPLY_END,
    PTL_EVENT_SEND_START,
    PTL_EVENT_SEND_END,
    PTL_EVENT_ACK,
    PTL_EVENT_UNLINK
} ptl_event_kind_t;

typedef struct {
    ptl_nid_t nid;
    ptl_pid_t pid;
} ptl_process_id_t;

typedef struct {
    int max_mes, max_mds, max_eqs, max_ac_index, max_pt_index, max_md_iovecs, max_me_list, max_getput_md;
} ptl_ni_limits_t;

typedef struct {
    void *start;
    ptl_size_t length;
    int threshold;
    ptl_size_t max_size;
    unsigned options;
    void *user_ptr;
    ptl_handle_eq_t eq_handle;
} ptl_md_t;

typedef struct {
    void *iov_base;
    ptl_size_t iov_len;
} ptl_md_iovec_t;

typedef struct {
    ptl_event_kind_t type;
    ptl_process_id_t initiator;
    ptl_uid_t uid;
    ptl_jid_t jid;
    ptl_pt_index_t pt_index;
    ptl_match_bits_t match_bits;
    ptl_size_t rlength, mlength, offset;
    ptl_handle_md_t md_handle;
    ptl_md_t md;
    ptl_hdr_data_t hdr_data;
    ptl_seq_t link;
    ptl_ni_fail_t ni_fail_type;
    volatile ptl_seq_t sequence;
} ptl_event_t;

typedef void (*ptl_eq_handler_t)(ptl_event_t *event);
#define PTL_EQ_HANDLER_NONE ((ptl_eq_handler_t) 0)

/* The library and its interfaces. */
int PtlInit(int *max_interfaces);
void PtlFini(void);
int PtlNIInit(ptl_interface_t iface, ptl_pid_t pid, const ptl_ni_limits_t *desired,
              ptl_ni_limits_t *actual, ptl_handle_ni_t *ni);
int PtlNIFini(ptl_handle_ni_t ni);
int PtlNIStatus(ptl_handle_ni_t ni, ptl_sr_index_t index, ptl_sr_value_t *status);
int PtlNIDist(ptl_handle_ni_t ni, ptl_process_id_t process, unsigned long *distance);
int PtlNIHandle(ptl_handle_any_t handle, ptl_handle_ni_t *ni);
int PtlHandleIsEqual(ptl_handle_any_t first, ptl_handle_any_t second);

/* Who this process is. */
int PtlGetUid(ptl_handle_ni_t ni, ptl_uid_t *uid);
int PtlGetId(ptl_handle_ni_t ni, ptl_process_id_t *id);
int PtlGetJid(ptl_handle_ni_t ni, ptl_jid_t *jid);

/* Match entries. */
int PtlMEAttach(ptl_handle_ni_t ni, ptl_pt_index_t pt_index, ptl_process_id_t match_id,
                ptl_match_bits_t match_bits, ptl_match_bits_t ignore_bits, ptl_unlink_t unlink,
                ptl_ins_pos_t position, ptl_handle_me_t *me);
int PtlMEAttachAny(ptl_handle_ni_t ni, ptl_pt_index_t *pt_index, ptl_process_id_t match_id,
                   ptl_match_bits_t match_bits, ptl_match_bits_t ignore_bits, ptl_unlink_t unlink,
                   ptl_handle_me_t *me);
int PtlMEInsert(ptl_handle_me_t base, ptl_process_id_t match_id, ptl_match_bits_t match_bits,
                ptl_match_bits_t ignore_bits, ptl_unlink_t unlink, ptl_ins_pos_t position,
                ptl_handle_me_t *me);
int PtlMEUnlink(ptl_handle_me_t me);

/* Memory descriptors. */
int PtlMDAttach(ptl_handle_me_t me, ptl_md_t md, ptl_unlink_t unlink, ptl_handle_md_t *handle);
int PtlMDBind(ptl_handle_ni_t ni, ptl_md_t md, ptl_unlink_t unlink, ptl_handle_md_t *handle);
int PtlMDUnlink(ptl_handle_md_t md);
int PtlMDUpdate(ptl_handle_md_t md, ptl_md_t *old_md, const ptl_md_t *new_md, ptl_handle_eq_t testq);

/* Event queues. */
int PtlEQAlloc(ptl_handle_ni_t ni, ptl_size_t count, ptl_eq_handler_t handler, ptl_handle_eq_t *eq);
int PtlEQFree(ptl_handle_eq_t eq);
int PtlEQGet(ptl_handle_eq_t eq, ptl_event_t *event);
int PtlEQWait(ptl_handle_eq_t eq, ptl_event_t *event);
int PtlEQPoll(const ptl_handle_eq_t *eqs, int size, ptl_time_t timeout, ptl_event_t *event, int *which);

/* Access control. */
int PtlACEntry(ptl_handle_ni_t ni, ptl_ac_index_t ac_index, ptl_process_id_t match_id, ptl_uid_t uid,
               ptl_jid_t jid, ptl_pt_index_t pt_index);

/* Data movement. */
int PtlPut(ptl_handle_md_t md, ptl_ack_req_t ack, ptl_process_id_t target, ptl_pt_index_t pt_index,
           ptl_ac_index_t ac_index, ptl_match_bits_t match_bits, ptl_size_t remote_offset,
           ptl_hdr_data_t hdr_data);
int PtlPutRegion(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_ack_req_t ack,
                 ptl_process_id_t target, ptl_pt_index_t pt_index, ptl_ac_index_t ac_index,
                 ptl_match_bits_t match_bits, ptl_size_t remote_offset, ptl_hdr_data_t hdr_data);
int PtlGet(ptl_handle_md_t md, ptl_process_id_t target, ptl_pt_index_t pt_index,
           ptl_ac_index_t ac_index, ptl_match_bits_t match_bits, ptl_size_t remote_offset);
int PtlGetRegion(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length,
                 ptl_process_id_t target, ptl_pt_index_t pt_index, ptl_ac_index_t ac_index,
                 ptl_match_bits_t match_bits, ptl_size_t remote_offset);
int PtlGetPut(ptl_handle_md_t get_md, ptl_handle_md_t put_md, ptl_process_id_t target,
              ptl_pt_index_t pt_index, ptl_ac_index_t ac_index, ptl_match_bits_t match_bits,
              ptl_size_t remote_offset, ptl_hdr_data_t hdr_data);

/* The job: this process's rank in it and its size, the name of a rank, and all of them meet. */
int PtlGetRank(unsigned *rank, unsigned *size);
int PtlGetRankId(unsigned rank, ptl_process_id_t *id);
int PtlBarrier(void);

/* Ferry's own: processes of other jobs. A process opens a door at an address ("127.0.0.1:0"; NULL: all of this host's
   and any port) and gets a URL, which ends with a key: who has it can attach. From then on both name each other as
   processes of one job do, by what PtlFerryAttach and PtlFerryGetId tell, until one of them detaches or ends. Why
   something failed (PTL_FAIL) is told by a line on the standard error. PtlFerryAttach waits, 30 seconds at most. */
int PtlFerryOpen(const char *address, char *url, ptl_size_t size);
int PtlFerryClose(const char *url);
int PtlFerryAttach(const char *url, ptl_process_id_t *process);
int PtlFerryDetach(ptl_process_id_t process);
int PtlFerryGetId(ptl_process_id_t *process);

/* The same of whole jobs: all of their processes meet. Rank 0 opens the door; all processes of its job accept, and all
   of the other attach (rank 0 says by which URL; PtlFerryAcceptJob waits for it). `count` is how many names there is
   room for, and then how many processes the other job has, in the order of whose ranks they are named. Who detaches
   from one of them detaches from all. Processes that `forward` names relay between the jobs. */
int PtlFerryOpenJob(const char *address, char *url, ptl_size_t size);
int PtlFerryAcceptJob(ptl_process_id_t *processes, unsigned *count);
int PtlFerryAttachJob(const char *url, ptl_process_id_t *processes, unsigned *count);

#ifdef __cplusplus
}
#endif
#endif
