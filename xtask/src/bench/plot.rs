//! The plot: curves over size on logarithmic axes.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use ferry_plot::{Axis, Curve, Curves, Panel as Picture};

use super::case::Setting;
use super::launch::Which;
use super::samples::{Measured, Point, Samples};

/// What is drawn: what was measured, in which setting, with its axes.
struct Aspect {
    setting: Setting,
    name: &'static str,
    title: &'static str,
    x: &'static str,
    y: &'static str,
}

const ASPECTS: [Aspect; 7] = [
    Aspect {
        setting: Setting::Shm,
        name: "latency",
        title: "Shared memory: one way",
        x: "message (bytes)",
        y: "time (us)",
    },
    Aspect {
        setting: Setting::Shm,
        name: "bw",
        title: "Shared memory: streaming",
        x: "message (bytes)",
        y: "bandwidth (GB/s)",
    },
    Aspect {
        setting: Setting::Shm,
        name: "match-posted",
        title: "8 bytes behind posted receives",
        x: "posted receives (0 shown as 1)",
        y: "time (us)",
    },
    Aspect {
        setting: Setting::Shm,
        name: "match-unexpected",
        title: "8 bytes behind unexpected messages",
        x: "unexpected messages (0 shown as 1)",
        y: "time (us)",
    },
    Aspect {
        setting: Setting::Tcp,
        name: "latency",
        title: "TCP: one way",
        x: "message (bytes)",
        y: "time (us)",
    },
    Aspect {
        setting: Setting::Tcp,
        name: "bw",
        title: "TCP: streaming",
        x: "message (bytes)",
        y: "bandwidth (GB/s)",
    },
    Aspect {
        setting: Setting::Idle,
        name: "latency",
        title: "Shared memory with idle methods: one way",
        x: "message (bytes)",
        y: "time (us)",
    },
];

/// Number of its colour; setups that a comparison has many of share the last.
fn colour(which: Which) -> usize {
    match which {
        Which::Ferry | Which::Setup(0, _) => 0,
        Which::Mpich | Which::Setup(1, _) => 1,
        Which::Intel | Which::Setup(2, _) => 2,
        Which::OpenMpi | Which::Setup(3, _) => 3,
        Which::Socket | Which::Setup(4.., _) => 6,
    }
}

/// Draws the panels that have something to show.
pub(super) fn draw(file: &Path, samples: &Samples) -> Result<()> {
    let picture = |panel: &Aspect| {
        let curves = curves(samples, panel);
        let has_curves = curves.iter().any(|curve| curve.points.len() > 1);
        has_curves.then(|| Picture::Curves(panel.with(curves)))
    };
    let panels: Vec<Picture> = ASPECTS.iter().filter_map(picture).collect();
    if panels.is_empty() {
        return Ok(());
    }
    Ok(ferry_plot::draw(file, (600, 420), 2, &panels)?)
}

impl Aspect {
    fn with(&self, curves: Vec<Curve>) -> Curves {
        // Messages come in powers of two, queues in powers of ten.
        let base = if self.x.starts_with("message") { 2.0 } else { 10.0 };
        let x = Axis { name: self.x.to_owned(), base, label: bytes };
        Curves { title: self.title.to_owned(), x, y: self.y.to_owned(), curves }
    }
}

fn curves(samples: &Samples, aspect: &Aspect) -> Vec<Curve> {
    let is_meant = |point: &Point| point.setting == aspect.setting && point.name == aspect.name;
    let seen = || samples.points.iter().filter(|(point, _)| is_meant(point));
    let all: BTreeSet<Which> =
        seen().flat_map(|(_, measured)| measured.by.keys().copied()).collect();
    let curve = |which: Which| {
        // A logarithmic axis has no zero.
        let point = |(point, measured): (&Point, &Measured)| {
            #[allow(clippy::cast_precision_loss)]
            let x = point.size.max(1) as f64;
            measured.middle(which).filter(|y| *y > 0.0).map(|y| (x, y))
        };
        Curve {
            name: which.name().to_owned(),
            colour: colour(which),
            is_ours: which == Which::Ferry,
            points: seen().filter_map(point).collect(),
        }
    };
    all.into_iter().map(curve).filter(|curve| !curve.points.is_empty()).collect()
}

/// `65536` as `64 Ki`.
fn bytes(x: f64) -> String {
    if x >= 1_048_576.0 {
        format!("{:.0} Mi", x / 1_048_576.0)
    } else if x >= 1024.0 && x % 1024.0 == 0.0 {
        format!("{:.0} Ki", x / 1024.0)
    } else {
        format!("{x:.0}")
    }
}
