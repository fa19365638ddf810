//! What C's functions are called here, for whoever knows MPI from C or ports a program.
//!
//! Lengths and datatypes follow from types and slices, results come back, and errors are [`Error`](crate::Error)s. A
//! name that ends in `_into` writes to memory of the caller's; one that begins with `i` is of a [`scope`](fn@crate::scope).
//!
//! | C | Rust |
//! | --- | --- |
//! | `MPI_Init`, `MPI_Init_thread`, `MPI_Finalize` | [`run`](crate::run), [`Universe::init_with`], [`Universe::finalize`] |
//! | `MPI_Session_init`, `MPI_Session_finalize` | [`Session::begin`], [`Session::end`] |
//! | `MPI_COMM_WORLD`, `MPI_COMM_SELF`, `MPI_Comm_get_parent` | [`Universe::world`], [`Universe::self_comm`], [`Universe::parent`] |
//! | `MPI_Abort`, `MPI_Wtime`, `MPI_Get_processor_name` | [`Communicator::abort`], [`time`](crate::time), [`processor_name`](crate::processor_name) |
//! | `MPI_Get_version`, `MPI_Get_library_version` | [`standard_version`](crate::standard_version), [`library_version`](crate::library_version) |
//! | `MPI_Send`, `MPI_Ssend`, `MPI_Rsend`, `MPI_Bsend` | [`send`](Communicator::send), [`send_synchronous`](Communicator::send_synchronous), [`send_ready`](Communicator::send_ready), [`send_buffered`](Communicator::send_buffered) |
//! | `MPI_Isend`, `MPI_Issend`, `MPI_Irsend`, `MPI_Ibsend` | [`isend`](Communicator::isend), [`isend_synchronous`](Communicator::isend_synchronous), [`isend_ready`](Communicator::isend_ready), [`isend_buffered`](Communicator::isend_buffered) |
//! | `MPI_Recv`, `MPI_Irecv` | [`receive`](Communicator::receive), [`receive_vec`](Communicator::receive_vec), [`receive_into`](Communicator::receive_into), [`irecv`](Communicator::irecv) |
//! | `MPI_Sendrecv`, `MPI_Sendrecv_replace` | [`send_receive`](Communicator::send_receive), [`send_receive_replace`](Communicator::send_receive_replace) |
//! | `MPI_Isendrecv`, `MPI_Isendrecv_replace` | [`isend`](Communicator::isend) and [`irecv`](Communicator::irecv), [`isend_receive_replace`](Communicator::isend_receive_replace) |
//! | `MPI_Probe`, `MPI_Iprobe`, `MPI_Mprobe`, `MPI_Improbe` | [`probe`](Communicator::probe), [`try_probe`](Communicator::try_probe), [`matched_probe`](Communicator::matched_probe), [`try_matched_probe`](Communicator::try_matched_probe) |
//! | `MPI_Mrecv`, `MPI_Imrecv` | [`Message::receive_into`], [`Message::ireceive_into`] |
//! | `MPI_ANY_SOURCE`, `MPI_ANY_TAG`, `MPI_PROC_NULL` | [`Source::Any`], [`Tag::Any`], [`Source::Nobody`] and [`Destination::Nobody`] |
//! | `MPI_Get_count`, `MPI_Get_elements` | [`Status::count`], [`Status::bytes`] |
//! | `MPI_Wait`, `MPI_Test`, `MPI_Request_get_status` | [`Request::wait`], [`Request::is_complete`] |
//! | `MPI_Waitall`, `MPI_Waitany`, `MPI_Waitsome` | [`wait_all`](crate::wait_all), [`wait_any`](crate::wait_any), [`wait_some`](crate::wait_some) |
//! | `MPI_Testall`, `MPI_Testany`, `MPI_Testsome` | [`test_all`](crate::test_all), [`test_any`](crate::test_any), [`test_some`](crate::test_some) |
//! | `MPI_Cancel`, `MPI_Request_free` | [`Request::cancel`]; a scope waits for what was left to it |
//! | `MPI_Send_init`, `MPI_Recv_init`, `MPI_Allreduce_init` and their kin | [`repeated_send`](Communicator::repeated_send), [`repeated_receive`](Communicator::repeated_receive), [`repeated_all_reduce`](Communicator::repeated_all_reduce) and their kin, which make [`Repeated`](crate::Repeated) |
//! | `MPI_Psend_init`, `MPI_Pready`, `MPI_Parrived` | [`partitioned_send`](Communicator::partitioned_send), [`Part::ready`](crate::Part::ready), [`ReceiveRound::part`](crate::ReceiveRound::part) |
//! | `MPI_Grequest_start` | [`Scope::start_generalized`](crate::Scope::start_generalized) |
//! | `MPI_Barrier`, `MPI_Bcast` | [`barrier`](Communicator::barrier), [`broadcast`](Communicator::broadcast), [`broadcast_vec`](Communicator::broadcast_vec) |
//! | `MPI_Gather`, `MPI_Gatherv`, `MPI_Allgather`, `MPI_Allgatherv` | [`gather`](Communicator::gather), [`gather_varcount`](Communicator::gather_varcount), [`all_gather`](Communicator::all_gather), [`all_gather_varcount`](Communicator::all_gather_varcount) |
//! | `MPI_Scatter`, `MPI_Scatterv` | [`scatter_into`](Communicator::scatter_into), [`scatter_varcount`](Communicator::scatter_varcount) |
//! | `MPI_Alltoall`, `MPI_Alltoallv` | [`all_to_all`](Communicator::all_to_all), [`all_to_all_varcount`](Communicator::all_to_all_varcount) |
//! | `MPI_Igatherv`, `MPI_Iallgatherv`, `MPI_Iscatterv`, `MPI_Ialltoallv` | [`igather_varcount_into`](Communicator::igather_varcount_into), [`iall_gather_varcount_into`](Communicator::iall_gather_varcount_into), [`iscatter_varcount_into`](Communicator::iscatter_varcount_into), [`iall_to_all_varcount_into`](Communicator::iall_to_all_varcount_into) |
//! | `MPI_Reduce`, `MPI_Allreduce`, `MPI_Scan`, `MPI_Exscan` | [`reduce`](Communicator::reduce), [`all_reduce`](Communicator::all_reduce), [`scan`](Communicator::scan), [`exclusive_scan`](Communicator::exclusive_scan) |
//! | `MPI_Reduce_scatter_block`, `MPI_Reduce_scatter` | [`reduce_scatter_block`](Communicator::reduce_scatter_block), [`reduce_scatter_varcount`](Communicator::reduce_scatter_varcount) |
//! | `MPI_Ireduce_scatter_block`, `MPI_Ireduce_scatter` | [`ireduce_scatter_block_into`](Communicator::ireduce_scatter_block_into), [`ireduce_scatter_varcount_into`](Communicator::ireduce_scatter_varcount_into) |
//! | `MPI_Op_create`, `MPI_Reduce_local` | [`Op::custom`], [`Op::custom_in`] where it borrows, [`Op::reduce_local`] |
//! | `MPI_IN_PLACE` | [`all_reduce_in_place`](Communicator::all_reduce_in_place) |
//! | `MPI_Type_create_struct` and what goes with it | [`derive(Equivalence)`](derive@crate::Equivalence) |
//! | `MPI_Type_vector`, `MPI_Type_indexed`, `MPI_Type_create_subarray` | [`View`](crate::View), [`ViewMut`](crate::ViewMut) |
//! | `MPI_Pack`, `MPI_Unpack`, `MPI_Pack_external` | [`PackWriter`](crate::PackWriter), [`PackReader`](crate::PackReader) |
//! | `MPI_Comm_dup`, `MPI_Comm_idup`, `MPI_Comm_split`, `MPI_Comm_split_type` | [`dup`](Communicator::dup), [`idup`](Communicator::idup), [`split`](Communicator::split), [`split_by`](Communicator::split_by) |
//! | `MPI_Comm_create`, `MPI_Comm_create_group`, `MPI_Comm_create_from_group` | [`create`](Communicator::create), [`create_group`](Communicator::create_group), [`Group::communicator`](crate::Group::communicator) |
//! | `MPI_Comm_free`, `MPI_Comm_disconnect` | the drop of the last clone, [`disconnect`](Communicator::disconnect) |
//! | `MPI_Comm_create_keyval`, `MPI_Comm_set_attr` | [`AttributeKey`](crate::AttributeKey), [`set_attribute`](Communicator::set_attribute) |
//! | an `MPI_Comm` | [`as_raw`](Communicator::as_raw), [`from_raw`](Communicator::from_raw), [`borrow_raw`](Communicator::borrow_raw) |
//! | `MPI_Intercomm_create`, `MPI_Comm_spawn`, `MPI_Comm_accept` | [`intercommunicator`](Communicator::intercommunicator), [`spawn`](Communicator::spawn), [`accept`](Communicator::accept) |
//! | collectives between two groups, `MPI_ROOT` | [`Intercommunicator::broadcast`], [`gather_varcount`](Intercommunicator::gather_varcount) and their kin, [`InterRoot::Me`](crate::InterRoot::Me) |
//! | those that do not block | [`Intercommunicator::ibroadcast`], [`iall_to_all_varcount_into`](Intercommunicator::iall_to_all_varcount_into) and their kin |
//! | `MPI_Comm_idup` of an intercommunicator | [`Intercommunicator::idup`] |
//! | `MPI_Cart_create`, `MPI_Dist_graph_create_adjacent` | [`create_cartesian`](Communicator::create_cartesian), [`create_adjacent`](Communicator::create_adjacent) |
//! | `MPI_Neighbor_allgather`, `MPI_Neighbor_allgatherv` | [`neighbor_all_gather`](Communicator::neighbor_all_gather), [`neighbor_all_gather_varcount`](Communicator::neighbor_all_gather_varcount) |
//! | `MPI_Neighbor_alltoall`, `MPI_Neighbor_alltoallv`, `MPI_Neighbor_alltoallw` | [`neighbor_all_to_all_into`](Communicator::neighbor_all_to_all_into), [`neighbor_all_to_all_varcount`](Communicator::neighbor_all_to_all_varcount), [`neighbor_exchange`](Communicator::neighbor_exchange) |
//! | `MPI_Win_create`, `MPI_Win_allocate`, `MPI_Win_create_dynamic` | [`create_window`](Communicator::create_window), [`allocate_window`](Communicator::allocate_window), [`create_dynamic_window`](Communicator::create_dynamic_window) |
//! | `MPI_Win_fence`, `MPI_Win_lock`, `MPI_Put`, `MPI_Rput` | [`Window::fence`](crate::Window::fence), [`Window::lock`](crate::Window::lock), [`Epoch::put`](crate::Epoch::put), [`Epoch::rput`](crate::Epoch::rput) |
//! | `MPI_Win_get_attr` of `MPI_WIN_SIZE`, `MPI_WIN_BASE`, `MPI_WIN_DISP_UNIT` | [`Window::bytes`](crate::Window::bytes), [`Window::base`](crate::Window::base), [`Window::displacement_unit`](crate::Window::displacement_unit) |
//! | the same of `MPI_WIN_CREATE_FLAVOR`, `MPI_WIN_MODEL` | [`Window::flavor`](crate::Window::flavor), [`Window::memory_model`](crate::Window::memory_model) |
//! | `MPI_Win_create_keyval`, `MPI_Win_set_attr` | [`AttributeKey::of_windows`](crate::AttributeKey::of_windows), [`Window::set_attribute`](crate::Window::set_attribute) |
//! | `MPI_File_open`, `MPI_File_set_view`, `MPI_File_iread_at` | [`FileOptions::open`](crate::FileOptions::open), [`File::see`](crate::File::see), [`File::iread_at`](crate::File::iread_at) |
//! | `MPI_T_init_thread` | [`tool::Tools`](crate::tool::Tools) |

#[allow(unused_imports, reason = "the table names them")]
use crate::{
    Communicator, Destination, Intercommunicator, Message, Op, Request, Session, Source, Status,
    Tag, Universe,
};
