/* Portals 4 on Ferry: link with -lferry_portals4, or as `pkg-config portals4` says; start with mpiexec.
 *
 * All calls but PtlFini, PtlAbort and PtlAtomicSync return a code, PTL_OK being 0. None but PtlEQWait, PtlEQPoll,
 * PtlCTWait, PtlCTPoll, PtlPTDisable, PtlNIFini and PtlFini wait; but what asks another process does where 65,536
 * requests of its interface wait for results. With `progress = thread` what others ask and what counters trigger
 * completes while this process makes no call. */
#ifndef FERRY_PORTALS4_H
#define FERRY_PORTALS4_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PTL_OK = 0,
    PTL_ARG_INVALID,
    PTL_CT_NONE_REACHED,
    PTL_EQ_DROPPED,
    PTL_EQ_EMPTY,
    PTL_FAIL,
    PTL_IGNORED,
    PTL_IN_USE,
    PTL_LIST_TOO_LONG,
    PTL_NO_INIT,
    PTL_NO_SPACE,
    PTL_PID_IN_USE,
    PTL_PT_FULL,
    PTL_PT_EQ_NEEDED,
    PTL_PT_IN_USE,
    PTL_ABORTED
};
#define PTL_STATUS_LAST (PTL_PT_IN_USE + 1)

typedef uint64_t ptl_size_t;
typedef uint32_t ptl_pt_index_t;
typedef uint64_t ptl_match_bits_t, ptl_hdr_data_t;
typedef unsigned int ptl_time_t, ptl_interface_t;
typedef uint32_t ptl_nid_t, ptl_pid_t, ptl_rank_t, ptl_uid_t;
typedef int ptl_sr_value_t;
typedef uint32_t ptl_handle_any_t;
typedef ptl_handle_any_t ptl_handle_ni_t, ptl_handle_eq_t, ptl_handle_ct_t, ptl_handle_md_t, ptl_handle_le_t,
    ptl_handle_me_t;
typedef unsigned char ptl_list_t, ptl_search_op_t, ptl_ack_req_t, ptl_event_kind_t, ptl_ni_fail_t, ptl_op_t,
    ptl_datatype_t;

#define PTL_IOVEC 1u
#define PTL_EQ_NONE ((ptl_handle_eq_t) 0x3fffffffu)
#define PTL_CT_NONE ((ptl_handle_ct_t) 0x5fffffffu)
#define PTL_INVALID_HANDLE ((ptl_handle_any_t) 0xffffffffu)
#define PTL_IFACE_DEFAULT ((ptl_interface_t) 0xffffffffu)
#define PTL_PID_ANY ((ptl_pid_t) 0xffffu)
#define PTL_PID_MAX 1024
#define PTL_NID_ANY ((ptl_nid_t) 0xffffu)
#define PTL_UID_ANY ((ptl_uid_t) 0xffffffffu)
#define PTL_PT_ANY ((ptl_pt_index_t) 0xffffffffu)
#define PTL_RANK_ANY ((ptl_rank_t) 0xffffffffu)
#define PTL_TIME_FOREVER ((ptl_time_t) 0xffffffffu)
#define PTL_SIZE_MAX ((ptl_size_t) 0xffffffffffffffffull)

/* Network interfaces: exactly one of each pair. */
#define PTL_NI_MATCHING 1u
#define PTL_NI_NO_MATCHING 2u
#define PTL_NI_LOGICAL 4u
#define PTL_NI_PHYSICAL 8u

/* How operations end. */
enum {
    PTL_NI_OK = 0,
    PTL_NI_UNDELIVERABLE,
    PTL_NI_DROPPED,
    PTL_NI_PT_DISABLED,
    PTL_NI_PERM_VIOLATION,
    PTL_NI_OP_VIOLATION,
    PTL_NI_NO_MATCH,
    PTL_NI_SEGV
};

/* Features of an interface. */
#define PTL_TARGET_BIND_INACCESSIBLE 1u
#define PTL_TOTAL_DATA_ORDERING 2u
#define PTL_COHERENT_ATOMICS 4u

typedef enum {
    PTL_SR_DROP_COUNT = 0,
    PTL_SR_PERMISSION_VIOLATIONS,
    PTL_SR_OPERATION_VIOLATIONS
} ptl_sr_index_t;

/* Options of portals. */
#define PTL_PT_ONLY_USE_ONCE 1u
#define PTL_PT_FLOWCTRL 2u
#define PTL_PT_ONLY_TRUNCATE 4u
#define PTL_PT_MATCH_UNORDERED 8u
#define PTL_PT_ALLOC_DISABLED 16u

/* Options of memory descriptors. */
#define PTL_MD_EVENT_CT_SEND (1u << 1)
#define PTL_MD_EVENT_CT_REPLY (1u << 2)
#define PTL_MD_EVENT_CT_ACK (1u << 3)
#define PTL_MD_UNORDERED (1u << 4)
#define PTL_MD_EVENT_SUCCESS_DISABLE (1u << 5)
#define PTL_MD_VOLATILE (1u << 6)
#define PTL_MD_EVENT_SEND_DISABLE (1u << 7)
#define PTL_MD_UNRELIABLE (1u << 8)
#define PTL_MD_EVENT_CT_BYTES (1u << 14)

/* Options of list entries and of match entries. */
#define PTL_LE_OP_PUT (1u << 1)
#define PTL_LE_OP_GET (1u << 2)
#define PTL_LE_USE_ONCE (1u << 3)
#define PTL_LE_UNEXPECTED_HDR_DISABLE (1u << 4)
#define PTL_LE_IS_ACCESSIBLE (1u << 5)
#define PTL_LE_EVENT_LINK_DISABLE (1u << 6)
#define PTL_LE_EVENT_COMM_DISABLE (1u << 7)
#define PTL_LE_EVENT_FLOWCTRL_DISABLE (1u << 8)
#define PTL_LE_EVENT_SUCCESS_DISABLE (1u << 9)
#define PTL_LE_EVENT_OVER_DISABLE (1u << 10)
#define PTL_LE_EVENT_UNLINK_DISABLE (1u << 11)
#define PTL_LE_EVENT_CT_COMM (1u << 12)
#define PTL_LE_EVENT_CT_OVERFLOW (1u << 13)
#define PTL_LE_EVENT_CT_BYTES (1u << 14)
#define PTL_ME_OP_PUT PTL_LE_OP_PUT
#define PTL_ME_OP_GET PTL_LE_OP_GET
#define PTL_ME_USE_ONCE PTL_LE_USE_ONCE
#define PTL_ME_UNEXPECTED_HDR_DISABLE PTL_LE_UNEXPECTED_HDR_DISABLE
#define PTL_ME_IS_ACCESSIBLE PTL_LE_IS_ACCESSIBLE
#define PTL_ME_EVENT_LINK_DISABLE PTL_LE_EVENT_LINK_DISABLE
#define PTL_ME_EVENT_COMM_DISABLE PTL_LE_EVENT_COMM_DISABLE
#define PTL_ME_EVENT_FLOWCTRL_DISABLE PTL_LE_EVENT_FLOWCTRL_DISABLE
#define PTL_ME_EVENT_SUCCESS_DISABLE PTL_LE_EVENT_SUCCESS_DISABLE
#define PTL_ME_EVENT_OVER_DISABLE PTL_LE_EVENT_OVER_DISABLE
#define PTL_ME_EVENT_UNLINK_DISABLE PTL_LE_EVENT_UNLINK_DISABLE
#define PTL_ME_EVENT_CT_COMM PTL_LE_EVENT_CT_COMM
#define PTL_ME_EVENT_CT_OVERFLOW PTL_LE_EVENT_CT_OVERFLOW
#define PTL_ME_EVENT_CT_BYTES PTL_LE_EVENT_CT_BYTES
#define PTL_ME_MANAGE_LOCAL (1u << 15)
#define PTL_ME_NO_TRUNCATE (1u << 16)
#define PTL_ME_MAY_ALIGN (1u << 17)
#define PTL_ME_LOCAL_INC_UH_RLENGTH (1u << 18)

enum { PTL_PRIORITY_LIST = 0, PTL_OVERFLOW_LIST };
enum { PTL_SEARCH_ONLY = 0, PTL_SEARCH_DELETE };
enum { PTL_NO_ACK_REQ = 0, PTL_ACK_REQ, PTL_CT_ACK_REQ, PTL_OC_ACK_REQ };
typedef enum { PTL_CT_OPERATION = 0, PTL_CT_BYTE } ptl_ct_type_t;

enum {
    PTL_EVENT_GET = 0,
    PTL_EVENT_GET_OVERFLOW,
    PTL_EVENT_PUT,
    PTL_EVENT_PUT_OVERFLOW,
    PTL_EVENT_ATOMIC,
    PTL_EVENT_ATOMIC_OVERFLOW,
    PTL_EVENT_FETCH_ATOMIC,
    PTL_EVENT_FETCH_ATOMIC_OVERFLOW,
    PTL_EVENT_REPLY,
    PTL_EVENT_SEND,
    PTL_EVENT_ACK,
    PTL_EVENT_PT_DISABLED,
    PTL_EVENT_LINK,
    PTL_EVENT_AUTO_UNLINK,
    PTL_EVENT_AUTO_FREE,
    PTL_EVENT_SEARCH
};

enum {
    PTL_MIN = 0,
    PTL_MAX,
    PTL_SUM,
    PTL_PROD,
    PTL_LOR,
    PTL_LAND,
    PTL_BOR,
    PTL_BAND,
    PTL_LXOR,
    PTL_BXOR,
    PTL_SWAP,
    PTL_CSWAP,
    PTL_CSWAP_NE,
    PTL_CSWAP_LE,
    PTL_CSWAP_LT,
    PTL_CSWAP_GE,
    PTL_CSWAP_GT,
    PTL_MSWAP,
    PTL_OP_LAST
};

enum {
    PTL_INT8_T = 0,
    PTL_UINT8_T,
    PTL_INT16_T,
    PTL_UINT16_T,
    PTL_INT32_T,
    PTL_UINT32_T,
    PTL_FLOAT,
    PTL_INT64_T,
    PTL_UINT64_T,
    PTL_DOUBLE,
    PTL_FLOAT_COMPLEX,
    PTL_DOUBLE_COMPLEX,
    PTL_LONG_DOUBLE,
    PTL_LONG_DOUBLE_COMPLEX,
    PTL_DATATYPE_LAST
};

typedef union {
    ptl_rank_t rank;
    struct {
        ptl_nid_t nid;
        ptl_pid_t pid;
    } phys;
} ptl_process_t;

typedef struct {
    int max_entries, max_unexpected_headers, max_mds, max_cts, max_eqs, max_pt_index, max_iovecs, max_list_size,
        max_triggered_ops;
    ptl_size_t max_msg_size, max_atomic_size, max_fetch_atomic_size, max_waw_ordered_size, max_war_ordered_size,
        max_volatile_size;
    unsigned int features;
} ptl_ni_limits_t;

typedef struct {
    void *iov_base;
    ptl_size_t iov_len;
} ptl_iovec_t;

typedef struct {
    void *start;
    ptl_size_t length;
    unsigned int options;
    ptl_handle_eq_t eq_handle;
    ptl_handle_ct_t ct_handle;
} ptl_md_t;

typedef struct {
    void *start;
    ptl_size_t length;
    ptl_handle_ct_t ct_handle;
    ptl_uid_t uid;
    unsigned int options;
} ptl_le_t;

typedef struct {
    void *start;
    ptl_size_t length;
    ptl_handle_ct_t ct_handle;
    ptl_uid_t uid;
    unsigned int options;
    ptl_process_t match_id;
    ptl_match_bits_t match_bits, ignore_bits;
    ptl_size_t min_free;
} ptl_me_t;

typedef struct {
    ptl_size_t success, failure;
} ptl_ct_event_t;

typedef struct {
    void *start, *user_ptr;
    ptl_hdr_data_t hdr_data;
    ptl_match_bits_t match_bits;
    ptl_size_t rlength, mlength, remote_offset;
    ptl_process_t initiator;
    ptl_uid_t uid;
    ptl_pt_index_t pt_index;
    ptl_event_kind_t type;
    ptl_list_t ptl_list;
    ptl_ni_fail_t ni_fail_type;
    ptl_op_t atomic_operation;
    ptl_datatype_t atomic_type;
} ptl_event_t;

/* The library. Init and Fini are counted. */
int PtlInit(void);
void PtlFini(void);
void PtlAbort(void);

/* Network interfaces. Init and Fini of each are counted. */
int PtlNIInit(ptl_interface_t iface, unsigned int options, ptl_pid_t pid, const ptl_ni_limits_t *desired,
              ptl_ni_limits_t *actual, ptl_handle_ni_t *ni);
int PtlNIFini(ptl_handle_ni_t ni);
int PtlNIStatus(ptl_handle_ni_t ni, ptl_sr_index_t index, ptl_sr_value_t *status);
int PtlNIHandle(ptl_handle_any_t handle, ptl_handle_ni_t *ni);
int PtlHandleIsEqual(ptl_handle_any_t first, ptl_handle_any_t second);
int PtlSetMap(ptl_handle_ni_t ni, ptl_size_t size, const ptl_process_t *map);
int PtlGetMap(ptl_handle_ni_t ni, ptl_size_t size, ptl_process_t *map, ptl_size_t *actual);
int PtlGetUid(ptl_handle_ni_t ni, ptl_uid_t *uid);
int PtlGetId(ptl_handle_ni_t ni, ptl_process_t *id);
int PtlGetPhysId(ptl_handle_ni_t ni, ptl_process_t *id);
int PtlStartBundle(ptl_handle_ni_t ni);
int PtlEndBundle(ptl_handle_ni_t ni);

/* The portal table. */
int PtlPTAlloc(ptl_handle_ni_t ni, unsigned int options, ptl_handle_eq_t eq, ptl_pt_index_t wanted,
               ptl_pt_index_t *pt_index);
int PtlPTFree(ptl_handle_ni_t ni, ptl_pt_index_t pt_index);
int PtlPTDisable(ptl_handle_ni_t ni, ptl_pt_index_t pt_index);
int PtlPTEnable(ptl_handle_ni_t ni, ptl_pt_index_t pt_index);

/* Memory descriptors. */
int PtlMDBind(ptl_handle_ni_t ni, const ptl_md_t *md, ptl_handle_md_t *handle);
int PtlMDRelease(ptl_handle_md_t md);

/* List entries and match entries. */
int PtlLEAppend(ptl_handle_ni_t ni, ptl_pt_index_t pt_index, const ptl_le_t *le, ptl_list_t list, void *user_ptr,
                ptl_handle_le_t *handle);
int PtlLEUnlink(ptl_handle_le_t le);
int PtlLESearch(ptl_handle_ni_t ni, ptl_pt_index_t pt_index, const ptl_le_t *le, ptl_search_op_t operation,
                void *user_ptr);
int PtlMEAppend(ptl_handle_ni_t ni, ptl_pt_index_t pt_index, const ptl_me_t *me, ptl_list_t list, void *user_ptr,
                ptl_handle_me_t *handle);
int PtlMEUnlink(ptl_handle_me_t me);
int PtlMESearch(ptl_handle_ni_t ni, ptl_pt_index_t pt_index, const ptl_me_t *me, ptl_search_op_t operation,
                void *user_ptr);

/* Event queues. */
int PtlEQAlloc(ptl_handle_ni_t ni, ptl_size_t count, ptl_handle_eq_t *eq);
int PtlEQFree(ptl_handle_eq_t eq);
int PtlEQGet(ptl_handle_eq_t eq, ptl_event_t *event);
int PtlEQWait(ptl_handle_eq_t eq, ptl_event_t *event);
int PtlEQPoll(const ptl_handle_eq_t *eqs, unsigned int size, ptl_time_t timeout, ptl_event_t *event,
              unsigned int *which);

/* Counters. */
int PtlCTAlloc(ptl_handle_ni_t ni, ptl_handle_ct_t *ct);
int PtlCTFree(ptl_handle_ct_t ct);
int PtlCTCancelTriggered(ptl_handle_ct_t ct);
int PtlCTGet(ptl_handle_ct_t ct, ptl_ct_event_t *event);
int PtlCTWait(ptl_handle_ct_t ct, ptl_size_t test, ptl_ct_event_t *event);
int PtlCTPoll(const ptl_handle_ct_t *cts, const ptl_size_t *tests, unsigned int size, ptl_time_t timeout,
              ptl_ct_event_t *event, unsigned int *which);
int PtlCTSet(ptl_handle_ct_t ct, ptl_ct_event_t value);
int PtlCTInc(ptl_handle_ct_t ct, ptl_ct_event_t more);

/* Data movement. */
int PtlPut(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_ack_req_t ack,
           ptl_process_t target, ptl_pt_index_t pt_index, ptl_match_bits_t match_bits, ptl_size_t remote_offset,
           void *user_ptr, ptl_hdr_data_t hdr_data);
int PtlGet(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_process_t target,
           ptl_pt_index_t pt_index, ptl_match_bits_t match_bits, ptl_size_t remote_offset, void *user_ptr);
int PtlAtomic(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_ack_req_t ack,
              ptl_process_t target, ptl_pt_index_t pt_index, ptl_match_bits_t match_bits,
              ptl_size_t remote_offset, void *user_ptr, ptl_hdr_data_t hdr_data, ptl_op_t operation,
              ptl_datatype_t datatype);
int PtlFetchAtomic(ptl_handle_md_t get_md, ptl_size_t get_offset, ptl_handle_md_t put_md, ptl_size_t put_offset,
                   ptl_size_t length, ptl_process_t target, ptl_pt_index_t pt_index, ptl_match_bits_t match_bits,
                   ptl_size_t remote_offset, void *user_ptr, ptl_hdr_data_t hdr_data, ptl_op_t operation,
                   ptl_datatype_t datatype);
int PtlSwap(ptl_handle_md_t get_md, ptl_size_t get_offset, ptl_handle_md_t put_md, ptl_size_t put_offset,
            ptl_size_t length, ptl_process_t target, ptl_pt_index_t pt_index, ptl_match_bits_t match_bits,
            ptl_size_t remote_offset, void *user_ptr, ptl_hdr_data_t hdr_data, const void *operand,
            ptl_op_t operation, ptl_datatype_t datatype);
int PtlAtomicSync(void);

/* Triggered operations. */
int PtlTriggeredPut(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_ack_req_t ack,
                    ptl_process_t target, ptl_pt_index_t pt_index, ptl_match_bits_t match_bits,
                    ptl_size_t remote_offset, void *user_ptr, ptl_hdr_data_t hdr_data, ptl_handle_ct_t trigger,
                    ptl_size_t threshold);
int PtlTriggeredGet(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_process_t target,
                    ptl_pt_index_t pt_index, ptl_match_bits_t match_bits, ptl_size_t remote_offset, void *user_ptr,
                    ptl_handle_ct_t trigger, ptl_size_t threshold);
int PtlTriggeredAtomic(ptl_handle_md_t md, ptl_size_t local_offset, ptl_size_t length, ptl_ack_req_t ack,
                       ptl_process_t target, ptl_pt_index_t pt_index, ptl_match_bits_t match_bits,
                       ptl_size_t remote_offset, void *user_ptr, ptl_hdr_data_t hdr_data, ptl_op_t operation,
                       ptl_datatype_t datatype, ptl_handle_ct_t trigger, ptl_size_t threshold);
int PtlTriggeredFetchAtomic(ptl_handle_md_t get_md, ptl_size_t get_offset, ptl_handle_md_t put_md,
                            ptl_size_t put_offset, ptl_size_t length, ptl_process_t target,
                            ptl_pt_index_t pt_index, ptl_match_bits_t match_bits, ptl_size_t remote_offset,
                            void *user_ptr, ptl_hdr_data_t hdr_data, ptl_op_t operation, ptl_datatype_t datatype,
                            ptl_handle_ct_t trigger, ptl_size_t threshold);
int PtlTriggeredSwap(ptl_handle_md_t get_md, ptl_size_t get_offset, ptl_handle_md_t put_md, ptl_size_t put_offset,
                     ptl_size_t length, ptl_process_t target, ptl_pt_index_t pt_index,
                     ptl_match_bits_t match_bits, ptl_size_t remote_offset, void *user_ptr,
                     ptl_hdr_data_t hdr_data, const void *operand, ptl_op_t operation, ptl_datatype_t datatype,
                     ptl_handle_ct_t trigger, ptl_size_t threshold);
int PtlTriggeredCTInc(ptl_handle_ct_t ct, ptl_ct_event_t more, ptl_handle_ct_t trigger, ptl_size_t threshold);
int PtlTriggeredCTSet(ptl_handle_ct_t ct, ptl_ct_event_t value, ptl_handle_ct_t trigger, ptl_size_t threshold);
int PtlTriggeredMEAppend(ptl_handle_ni_t ni, ptl_pt_index_t pt_index, const ptl_me_t *me, ptl_list_t list,
                         void *user_ptr, ptl_handle_me_t *handle, ptl_handle_ct_t trigger, ptl_size_t threshold);
int PtlTriggeredMEUnlink(ptl_handle_me_t me, ptl_handle_ct_t trigger, ptl_size_t threshold);

/* Ferry's own: processes of other jobs. A process opens a door at an address ("127.0.0.1:0"; NULL: all of this host's
   and any port) and gets a URL, which ends with a key: who has it can attach. From then on both name each other as
   processes of one job do, by what PtlFerryAttach and PtlFerryGetId tell, until one of them detaches or ends. Why
   something failed (PTL_FAIL) is told by a line on the standard error. PtlFerryAttach waits, 30 seconds at most. */
int PtlFerryOpen(const char *address, char *url, ptl_size_t size);
int PtlFerryClose(const char *url);
int PtlFerryAttach(const char *url, ptl_process_t *process);
int PtlFerryDetach(ptl_process_t process);
int PtlFerryGetId(ptl_process_t *process);

/* The same of whole jobs: all of their processes meet. Rank 0 opens the door; all processes of its job accept, and all
   of the other attach (rank 0 says by which URL; PtlFerryAcceptJob waits for it). `count` is how many names there is
   room for, and then how many processes the other job has, in the order of whose ranks they are named. Who detaches
   from one of them detaches from all. Processes that `forward` names relay between the jobs. */
int PtlFerryOpenJob(const char *address, char *url, ptl_size_t size);
int PtlFerryAcceptJob(ptl_process_t *processes, unsigned *count);
int PtlFerryAttachJob(const char *url, ptl_process_t *processes, unsigned *count);

#ifdef __cplusplus
}
#endif
#endif
