//! Configuration: a file, `--set` on the command line, rules.

use ferry_config::{Config, ConfiguredRule, Origin, Sources};
use std::cell::OnceCell;

thread_local! {
    static FILE: OnceCell<tempfile::TempPath> = const { OnceCell::new() };
}

/// One input.
pub fn run(bytes: &[u8]) {
    let file = || tempfile::NamedTempFile::new().expect("a file").into_temp_path();
    FILE.with(|cell| {
        let path = cell.get_or_init(file);
        std::fs::write(path, bytes).expect("a file");
        let _ = Sources { system: path.to_path_buf(), machine: None, variables: vec![] }.load();
    });
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Config::new().set_pair(text);
        let _ = ConfiguredRule::parse_all(text, &Origin::CommandLine);
    }
}
