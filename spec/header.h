/* The MPI standard ABI, version 1.0, of MPI-5.0.
 *
 * Programs compiled with this header run on every implementation of the ABI, unless they call what it
 * lacks: the names that were removed from MPI, and conversions of statuses for Fortran.
 * Written by `cargo xtask codegen`; do not edit.
 */
#ifndef FERRY_MPI_H
#define FERRY_MPI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Addresses, counts and positions in files. */
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Count;
typedef int64_t MPI_Offset;

/* An INTEGER of Fortran: handles are converted with the functions that are called *_c2f and *_f2c. */
typedef int MPI_Fint;

/* Handles. The predefined ones are small integers; no such structure is ever defined. */
typedef struct MPI_ABI_Comm *MPI_Comm;
typedef struct MPI_ABI_Datatype *MPI_Datatype;
typedef struct MPI_ABI_Errhandler *MPI_Errhandler;
typedef struct MPI_ABI_File *MPI_File;
typedef struct MPI_ABI_Group *MPI_Group;
typedef struct MPI_ABI_Info *MPI_Info;
typedef struct MPI_ABI_Message *MPI_Message;
typedef struct MPI_ABI_Op *MPI_Op;
typedef struct MPI_ABI_Request *MPI_Request;
typedef struct MPI_ABI_Session *MPI_Session;
typedef struct MPI_ABI_Win *MPI_Win;

/* Handles of the tools interface. */
typedef struct MPI_T_enum_t *MPI_T_enum;
typedef struct MPI_T_cvar_handle_t *MPI_T_cvar_handle;
typedef struct MPI_T_pvar_handle_t *MPI_T_pvar_handle;
typedef struct MPI_T_pvar_session_t *MPI_T_pvar_session;
typedef struct MPI_T_event_registration_t *MPI_T_event_registration;
typedef struct MPI_T_event_instance_t *MPI_T_event_instance;

/* What a completed operation tells. As a Fortran status it is the same eight integers, of which
 * MPI_F_SOURCE, MPI_F_TAG and MPI_F_ERROR are the positions of the first three. */
typedef struct {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int MPI_internal[5];
} MPI_Status;

/* The same as Fortran 2008 has it, and what Fortran's programs pass for a status that they ignore. */
typedef struct {
    MPI_Fint MPI_SOURCE;
    MPI_Fint MPI_TAG;
    MPI_Fint MPI_ERROR;
    MPI_Fint MPI_internal[5];
} MPI_F08_status;
#define MPI_F_STATUS_IGNORE     ((MPI_Fint *) 0)
#define MPI_F_STATUSES_IGNORE   ((MPI_Fint *) 0)
#define MPI_F08_STATUS_IGNORE   ((MPI_F08_status *) 0)
#define MPI_F08_STATUSES_IGNORE ((MPI_F08_status *) 0)

/* On a name that MPI no longer has: the compiler warns and says what replaces it. */
#if defined __clang__ || (defined __GNUC__ && __GNUC__ >= 6)
#define FERRY_REMOVED(instead) __attribute__((__deprecated__("removed from MPI: use " #instead)))
#else
#define FERRY_REMOVED(instead)
#endif

/* Markers of bounds in MPI_Type_struct; the ABI has no values for them, these are MPICH's. */
enum {
    FERRY_UB FERRY_REMOVED(MPI_Type_create_resized) = 0x205,
    FERRY_LB FERRY_REMOVED(MPI_Type_create_resized) = 0x206
};
#define MPI_UB ((MPI_Datatype) FERRY_UB)
#define MPI_LB ((MPI_Datatype) FERRY_LB)

@ENUMS@
/* Reduction operations of the program. */
typedef void MPI_User_function(void *invec, void *inoutvec, int *len, MPI_Datatype *datatype);
typedef void MPI_User_function_c(void *invec, void *inoutvec, MPI_Count *len,
    MPI_Datatype *datatype);

/* Copying and deleting attributes. */
typedef int MPI_Comm_copy_attr_function(MPI_Comm oldcomm, int comm_keyval, void *extra_state,
    void *attribute_val_in, void *attribute_val_out, int *flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int comm_keyval, void *attribute_val,
    void *extra_state);
typedef int MPI_Type_copy_attr_function(MPI_Datatype oldtype, int type_keyval, void *extra_state,
    void *attribute_val_in, void *attribute_val_out, int *flag);
typedef int MPI_Type_delete_attr_function(MPI_Datatype datatype, int type_keyval,
    void *attribute_val, void *extra_state);
typedef int MPI_Win_copy_attr_function(MPI_Win oldwin, int win_keyval, void *extra_state,
    void *attribute_val_in, void *attribute_val_out, int *flag);
typedef int MPI_Win_delete_attr_function(MPI_Win win, int win_keyval, void *attribute_val,
    void *extra_state);

/* Their deprecated names for communicators. */
typedef int MPI_Copy_function(MPI_Comm oldcomm, int keyval, void *extra_state,
    void *attribute_val_in, void *attribute_val_out, int *flag);
typedef int MPI_Delete_function(MPI_Comm comm, int keyval, void *attribute_val, void *extra_state);

/* Error handlers; beyond the two arguments an implementation may pass more. */
typedef void MPI_Comm_errhandler_function(MPI_Comm *comm, int *error_code, ...);
typedef void MPI_File_errhandler_function(MPI_File *file, int *error_code, ...);
typedef void MPI_Session_errhandler_function(MPI_Session *session, int *error_code, ...);
typedef void MPI_Win_errhandler_function(MPI_Win *win, int *error_code, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
typedef MPI_Session_errhandler_function MPI_Session_errhandler_fn;
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;

/* Generalized requests. */
typedef int MPI_Grequest_query_function(void *extra_state, MPI_Status *status);
typedef int MPI_Grequest_free_function(void *extra_state);
typedef int MPI_Grequest_cancel_function(void *extra_state, int complete);

/* Data representations of files. */
typedef int MPI_Datarep_extent_function(MPI_Datatype datatype, MPI_Aint *extent, void *extra_state);
typedef int MPI_Datarep_conversion_function(void *userbuf, MPI_Datatype datatype, int count,
    void *filebuf, MPI_Offset position, void *extra_state);
typedef int MPI_Datarep_conversion_function_c(void *userbuf, MPI_Datatype datatype, MPI_Count count,
    void *filebuf, MPI_Offset position, void *extra_state);

/* Events of the tools interface. */
typedef void MPI_T_event_cb_function(MPI_T_event_instance event_instance,
    MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, void *user_data);
typedef void MPI_T_event_free_cb_function(MPI_T_event_registration event_registration,
    MPI_T_cb_safety cb_safety, void *user_data);
typedef void MPI_T_event_dropped_cb_function(MPI_Count count,
    MPI_T_event_registration event_registration, int source_index, MPI_T_cb_safety cb_safety,
    void *user_data);

@CONSTANTS@
@PROTOTYPES@
#ifdef __cplusplus
}
#endif

#endif
