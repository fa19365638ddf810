//! Open MPI's ABI, Portals 4, MP_Lite and Nexus for C: libraries that are linked from one archive.
//!
//! Optimising the stack below them is most of what it takes to build each, and is done once for all of a bundle. No two
//! of its libraries export the same name.
#![forbid(unsafe_code)]

use ferry_mplite_abi as _;
use ferry_nexus_abi as _;
use ferry_openmpi as _;
use ferry_portals4 as _;
