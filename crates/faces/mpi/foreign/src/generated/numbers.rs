//! Numbers whose values each ABI chooses for itself. Written by `cargo xtask codegen`; do not edit.

/// Between an ABI's numbers and those of the standard ABI. What is no constant of a group stays as it is, or becomes [`NONE`](Numbers::NONE) where it would be taken for another.
pub trait Numbers {
    /// What no group has.
    const NONE: i32 = i32::MIN;
    /// The standard's number for one of the program's.
    fn access_mode_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn access_mode_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn assertion_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn assertion_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn binding_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn binding_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn combiner_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn combiner_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn comparison_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn comparison_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn distribution_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn distribution_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn distribution_argument_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn distribution_argument_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn error_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn error_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn flavor_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn flavor_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn keyval_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn keyval_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn lock_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn lock_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn model_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn model_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn order_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn order_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn rank_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn rank_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn safety_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn safety_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn scope_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn scope_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn seek_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn seek_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn source_order_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn source_order_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn split_type_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn split_type_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn tag_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn tag_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn thread_level_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn thread_level_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn topology_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn topology_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn type_class_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn type_class_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn variable_class_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn variable_class_outward(value: i32) -> i32;
    /// The standard's number for one of the program's.
    fn verbosity_inward(value: i32) -> i32;
    /// The program's number for one of the standard's.
    fn verbosity_outward(value: i32) -> i32;
}
