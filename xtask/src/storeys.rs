//! The folders below `crates` are storeys: whoever lives in one knows only those of its own and below.

use crate::{layout, step};
use serde::Deserialize;
use std::collections::HashMap;

/// From the bottom.
const STOREYS: [&str; 8] = ["base", "link", "sctp", "methods", "core", "faces", "launch", "lab"];

/// A process speaks to its launcher while it starts and ends.
const EXCEPTIONS: [(&str, &str); 3] = [
    ("ferry-boot", "ferry-pmi"),
    ("ferry-mpi", "ferry-pmi"),
    // Process 0 of a job without a launcher serves the others.
    ("ferry-mplite-job", "ferry-pmi"),
];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// Nothing for an ordinary one.
    kind: Option<String>,
}

/// The storey of a package, by its folder.
fn storey(package: &Package) -> Option<usize> {
    let crates = layout::root().join("crates");
    let below = package.manifest_path.strip_prefix(crates.to_str()?)?;
    let name = below.split('/').nth(1)?;
    Some(STOREYS.iter().position(|storey| *storey == name).expect("a storey that is listed"))
}

/// What depends on something above it, tests aside.
fn climbs(packages: &[Package]) -> Vec<(&str, &str)> {
    let storeys: HashMap<&str, usize> =
        packages.iter().filter_map(|p| Some((p.name.as_str(), storey(p)?))).collect();
    let mut climbs = Vec::new();
    for package in packages {
        let Some(own) = storeys.get(package.name.as_str()) else { continue };
        for dependency in package.dependencies.iter().filter(|d| d.kind.is_none()) {
            if storeys.get(dependency.name.as_str()).is_some_and(|other| other > own) {
                climbs.push((package.name.as_str(), dependency.name.as_str()));
            }
        }
    }
    climbs
}

#[test]
fn no_crate_knows_a_storey_above_it() {
    let mut command = step::cargo();
    command.current_dir(layout::root());
    command.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let text = step::read(&mut command).expect("cargo lists its packages");
    let metadata: Metadata = serde_json::from_str(&text).expect("what cargo documents");
    let mut found = climbs(&metadata.packages);
    let mut expected = EXCEPTIONS.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}
