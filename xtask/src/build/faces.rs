//! The libraries beside MPI's, with their headers.

use std::path::Path;

use anyhow::Result;

use super::shared::{Exports, SharedLibrary};
use super::{BUNDLE_ONE, BUNDLE_TWO, copy_if_newer, pkg_config, write_if_changed};
use crate::layout;

/// A library beside MPI's.
struct FaceLibrary {
    /// As in `NAME.h`.
    name: &'static str,
    about: &'static str,
    library: SharedLibrary,
}

const FACES: [FaceLibrary; 5] = [
    FaceLibrary {
        name: "portals3",
        about: "Portals 3.3 on Ferry",
        library: library("libferry_portals3.so", BUNDLE_ONE, "crates/faces/portals/three"),
    },
    FaceLibrary {
        name: "portals4",
        about: "Portals 4 on Ferry",
        library: library("libferry_portals4.so", BUNDLE_TWO, "crates/faces/portals/four"),
    },
    FaceLibrary {
        name: "mplite",
        about: "MP_Lite on Ferry",
        library: library("libferry_mplite.so", BUNDLE_TWO, "crates/faces/mplite/abi"),
    },
    FaceLibrary {
        name: "nexus",
        about: "Nexus on Ferry",
        library: library("libferry_nexus.so", BUNDLE_TWO, "crates/faces/nexus-abi"),
    },
    FaceLibrary {
        name: "pmi",
        about: "PMI-1 on Ferry",
        library: library("libferry_pmi.so", "libferry_pmi_abi.a", "crates/launch/pmi-abi"),
    },
];

const fn library(file: &'static str, archive: &'static str, folder: &'static str) -> SharedLibrary {
    let exports = Exports::Listed(folder);
    SharedLibrary { archive, exports, file, version: "0", libraries: &[], is_linked_with: true }
}

/// Installs those that were built, for C programs.
pub(super) fn install(built: &Path, prefix: &Path) -> Result<()> {
    FACES.iter().try_for_each(|face| face.install(built, prefix))
}

impl FaceLibrary {
    fn install(&self, built: &Path, prefix: &Path) -> Result<()> {
        let FaceLibrary { name, about, library } = self;
        let lib = prefix.join("lib");
        if !built.join(library.archive).exists() {
            return Ok(());
        }
        library.link(built, &lib)?;
        let header = format!("include/{name}.h");
        copy_if_newer(&layout::root().join(&header), &prefix.join(&header))?;
        let package = self.package();
        let pc = pkg_config(&package, about, "", &format!("-lferry_{name}"));
        write_if_changed(&lib.join("pkgconfig").join(package).with_extension("pc"), &pc)
    }

    /// What pkg-config calls it. Other libraries are `pmi`.
    fn package(&self) -> String {
        if self.name == "pmi" { "ferry-pmi".into() } else { self.name.into() }
    }
}
