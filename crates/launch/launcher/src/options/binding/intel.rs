//! The words of Intel's launcher: variables, and `-binding` with the same in one option.

use super::{BindingWish, TargetWish, level, positive, wrong};
use crate::error::LaunchError;
use ferry_sys::{TopologyLevel, cpu_list};

/// `-binding "pin=yes;domain=socket"`.
pub(in crate::options) fn by_option(
    wish: &mut BindingWish,
    word: &str,
    text: &str,
) -> Result<(), LaunchError> {
    let mut is_off = false;
    for pair in text.split(';').filter(|pair| !pair.trim().is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match name.trim() {
            "pin" => is_off = is_no(value),
            "domain" => domain(wish, word, value)?,
            "cell" if value == "unit" => wish.hwthreads = true,
            "cell" if value == "core" => wish.hwthreads = false,
            "map" if value == "scatter" => wish.map_by(word, "socket")?,
            "map" if value == "bunch" => {}
            "order" | "offset" => {}
            _ => return Err(wrong(word, format!("{pair:?} is not understood"))),
        }
    }
    if is_off {
        wish.target = Some(TargetWish::Nothing);
    }
    Ok(())
}

/// What the variables `I_MPI_PIN`, `I_MPI_PIN_DOMAIN` and `I_MPI_PIN_PROCESSOR_LIST` say, where options say nothing.
pub(in crate::options) fn by_variables(
    wish: &mut BindingWish,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(), LaunchError> {
    let is_told = wish.target.is_some() || wish.map.is_some() || wish.width.is_some();
    if is_told || variable("I_MPI_PIN").is_some_and(|text| is_no(&text)) {
        return Ok(());
    }
    if let Some(text) = variable("I_MPI_PIN_DOMAIN") {
        if text == "omp" {
            let threads = variable("OMP_NUM_THREADS").unwrap_or_default();
            wish.hwthreads = true;
            return wish.width("OMP_NUM_THREADS", if threads.is_empty() { "1" } else { &threads });
        }
        return domain(wish, "I_MPI_PIN_DOMAIN", &text);
    }
    let name = "I_MPI_PIN_PROCESSOR_LIST";
    variable(name).map_or(Ok(()), |text| processors(wish, name, &text))
}

fn is_no(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "no" | "off" | "0" | "disable" | "false")
}

/// `core`, `socket`, `4`, `4:scatter`, `[3,c]`.
fn domain(wish: &mut BindingWish, word: &str, text: &str) -> Result<(), LaunchError> {
    if let Some(masks) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let lists = masks.split(',').map(|mask| of_mask(word, mask)).collect::<Result<_, _>>()?;
        wish.target = Some(TargetWish::Lists(lists));
        return Ok(());
    }
    let (size, layout) = text.split_once(':').unwrap_or((text, "compact"));
    match layout {
        "compact" | "platform" => {}
        "scatter" => wish.map_by(word, "socket")?,
        _ => return Err(wrong(word, format!("{text:?}: the layout is compact or scatter"))),
    }
    match level(&size.to_ascii_lowercase()) {
        Some(level) => wish.target = Some(TargetWish::Parts(level, 1)),
        None if size.parse::<u32>().is_ok() => {
            wish.hwthreads = true;
            wish.width = Some(positive(word, size)?);
        }
        None => {
            let expected = "core, socket, numa, node, cache1 to cache3, a number or [mask,mask]";
            return Err(wrong(word, format!("{text:?} is no domain; expected {expected}")));
        }
    }
    Ok(())
}

fn of_mask(word: &str, mask: &str) -> Result<Vec<u32>, LaunchError> {
    let digits = mask.trim().trim_start_matches("0x");
    let bits = u128::from_str_radix(digits, 16).ok().filter(|bits| *bits != 0);
    let bits = bits.ok_or_else(|| wrong(word, format!("{mask:?} is no mask of CPUs")))?;
    Ok((0..128).filter(|bit| bits & (1 << bit) != 0).collect())
}

fn processors(wish: &mut BindingWish, word: &str, text: &str) -> Result<(), LaunchError> {
    let (set, map) = text.split_once(":map=").unwrap_or((text, "bunch"));
    match map {
        "bunch" => {}
        "scatter" | "spread" => wish.map_by(word, "socket")?,
        _ => return Err(wrong(word, format!("{text:?}: the map is bunch, scatter or spread"))),
    }
    wish.target = Some(match set {
        "all" => TargetWish::Parts(TopologyLevel::Hwthread, 1),
        "allcores" => TargetWish::Parts(TopologyLevel::Core, 1),
        list => {
            let list = cpu_list(list);
            let wrong = || wrong(word, format!("{text:?} is not all, allcores or a list as 0,2-3"));
            let list = list.ok_or_else(wrong)?;
            TargetWish::Lists(list.into_iter().map(|cpu| vec![cpu]).collect())
        }
    });
    Ok(())
}
