//! What a benchmark prints in the end.

/// Time, rate and that the result is right, of lines `name = value`.
///
/// # Errors
/// What the benchmark found wrong with its result, or that it did not come to an end. A rate without a result that
/// was verified is none.
pub(crate) fn values(text: &str) -> Result<Vec<(String, f64)>, String> {
    let verification = field(text, "Verification");
    match verification {
        Some("SUCCESSFUL") => {}
        Some(other) => return Err(format!("its verification: {other}")),
        None => return Err("it printed no verification".to_owned()),
    }
    let number = |name: &str| field(text, name)?.parse::<f64>().ok().filter(|n| n.is_finite());
    let rate = number("Mop/s total").filter(|rate| *rate > 0.0);
    let rate = rate.ok_or("it printed no rate of operations")?;
    let mut values = vec![("mops".to_owned(), rate), ("verified".to_owned(), 1.0)];
    values.extend(number("Time in seconds").map(|seconds| ("seconds".to_owned(), seconds)));
    Ok(values)
}

/// The value of the last line that begins with this name.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let value = |line: &'a str| {
        let (before, value) = line.split_once('=')?;
        (before.trim() == name).then(|| value.trim())
    };
    text.lines().filter_map(value).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(verification: &str, rate: &str) -> String {
        format!(
            "\n\n CG Benchmark Completed.\n Class           =                        S\n \
             Time in seconds =                     0.05\n Mop/s total     =             {rate}\n \
             Mop/s/process   =                   333.15\n Operation type  =           floating point\n \
             Verification    =          {verification}\n Version         =                    3.4.2\n"
        )
    }

    #[test]
    fn a_verified_result_has_a_rate() {
        let values = values(&said("SUCCESSFUL", "1332.60")).expect("it is right");
        assert!(values.contains(&("mops".to_owned(), 1332.6)), "{values:?}");
        assert!(values.contains(&("seconds".to_owned(), 0.05)), "{values:?}");
    }

    #[test]
    fn what_is_not_verified_counts_for_nothing() {
        for verification in ["UNSUCCESSFUL", "NOT PERFORMED"] {
            let error = values(&said(verification, "1332.60")).expect_err("it is wrong");
            assert!(error.contains(verification), "{error}");
        }
        assert!(values("").is_err());
        assert!(values(&said("SUCCESSFUL", "NaN")).is_err());
        assert!(values(&said("SUCCESSFUL", "0.00")).is_err());
        assert!(values("Mop/s total = 5\n").is_err());
    }
}
