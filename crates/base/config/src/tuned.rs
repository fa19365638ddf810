//! Values that were measured on a machine, for machines alike.

use std::fs::File;
use std::io::Read;

/// What machines have in common that get the same values: the model of their processors, and how many there are. A name
/// for a file, such as `amd-epyc-9r14-2`; `None` where the system does not tell.
pub fn machine_kind() -> Option<String> {
    // Each processor has a part of its own there, and the first says enough.
    let mut first = String::new();
    File::open("/proc/cpuinfo").ok()?.take(4096).read_to_string(&mut first).ok()?;
    let possible = std::fs::read_to_string("/sys/devices/system/cpu/possible").ok()?;
    kind_of(&first, &possible)
}

/// From what the system says of its first processor, and of all: `0-63`.
fn kind_of(processor: &str, possible: &str) -> Option<String> {
    let field = |name: &str| {
        let line =
            processor.lines().find(|line| line.split(':').next().map(str::trim) == Some(name));
        line.and_then(|line| Some(line.split_once(':')?.1.trim().to_owned()))
    };
    let model = field("model name").or_else(|| {
        // As on other architectures than x86.
        Some(format!("{} {}", field("CPU implementer")?, field("CPU part")?))
    })?;
    let last = possible.trim().rsplit(['-', ',']).next()?;
    let count = last.parse::<u32>().ok()? + 1;
    let words: Vec<String> = model
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    (!words.is_empty()).then(|| format!("{}-{count}", words.join("-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_named_by_model_and_number() {
        let x86 = "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 17\nmodel name\t: AMD EPYC 9R14 (x2)\n";
        assert_eq!(kind_of(x86, "0-1\n").as_deref(), Some("amd-epyc-9r14-x2-2"));
        let arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n";
        assert_eq!(kind_of(arm, "0,2-63\n").as_deref(), Some("0x41-0xd40-64"));
        assert_eq!(kind_of("processor: 0\n", "0"), None);
        assert_eq!(kind_of(x86, "none"), None);
    }
}
