//! MPICH's ABI and Portals 3.3: libraries that are linked from one archive.
//!
//! Optimising the stack below them is most of what it takes to build each, and is done once for all of a bundle. No two
//! of its libraries export the same name.
#![forbid(unsafe_code)]

use ferry_mpich as _;
use ferry_portals3 as _;
