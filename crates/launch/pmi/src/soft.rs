//! The info key `soft` (MPI-5.0 §11.8.4), and mpiexec's option (§11.5): how many processes would do, `a`, `a:b` or `a:b:c` with commas between.

/// The largest number of those that a text names which is no larger than `most`.
///
/// # Errors
/// Why the text names no numbers, or none that fits.
pub fn soft_count(text: &str, most: u32) -> Result<u32, String> {
    let mut best = None;
    for triple in text.split(',') {
        best = best.max(largest(triple.trim(), most)?);
    }
    best.ok_or_else(|| format!("it names no number from 0 to {most}"))
}

/// The largest number of a triplet that is from 0 to `most`.
fn largest(triple: &str, most: u32) -> Result<Option<u32>, String> {
    let words: Result<Vec<i64>, _> = triple.split(':').map(|word| word.trim().parse()).collect();
    let (first, last, step) = match words.as_deref() {
        Ok(&[one]) => (one, one, 1),
        Ok(&[first, last]) => (first, last, 1),
        Ok(&[first, last, step]) if step != 0 => (first, last, step),
        _ => return Err(format!("{triple:?} is not of the form a, a:b or a:b:c")),
    };
    // From the lowest up: first + k * step, or last's neighbour from above for a negative step.
    let most = i64::from(most);
    let found = if step > 0 {
        let top = last.min(most);
        (top >= first).then(|| top - (top - first).rem_euclid(step))
    } else {
        // first, first - |step|, ... down to last: the first of these that is small enough.
        let over = (first - most).max(0);
        let value =
            first - over.div_euclid(-step) * -step - if over % step == 0 { 0 } else { -step };
        (value >= last).then_some(value)
    };
    Ok(found.filter(|value| (0..=most).contains(value)).map(|value| value as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_standards_examples() {
        assert_eq!(soft_count("0:10000:2,1,3", 7), Ok(6));
        assert_eq!(soft_count("1", 7), Ok(1));
        assert_eq!(soft_count("5:1:-2", 4), Ok(3));
        assert_eq!(soft_count(" 2 : 4 ", 3), Ok(3));
        for wrong in ["", "x", "1:2:0", "1:2:3:4", "9", "-4"] {
            assert!(soft_count(wrong, 3).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn as_a_walk_finds_it(first in -20i64..40, last in -20i64..40, step in -5i64..5, most in 0u32..30) {
            prop_assume!(step != 0);
            let mut all = Vec::new();
            let mut value = first;
            while (step > 0 && value <= last) || (step < 0 && value >= last) {
                all.push(value);
                value += step;
            }
            let best = all.into_iter().filter(|v| (0..=i64::from(most)).contains(v)).max();
            let found = soft_count(&format!("{first}:{last}:{step}"), most).ok();
            prop_assert_eq!(found.map(i64::from), best);
        }
    }
}
