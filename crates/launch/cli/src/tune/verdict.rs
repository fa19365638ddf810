//! What measurements say.

/// The median: of two in the middle their mean. Of nothing: 1.
pub(super) fn median(values: &mut [f64]) -> f64 {
    quantile(values, 0.5)
}

/// The value below which so much of them lies, between neighbours as far as it is between them. Of nothing: 1.
fn quantile(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else { return 1.0 };
    let at = part * last as f64;
    let (below, above) = (values[at.floor() as usize], values[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

/// What some times are of others, by their geometric mean.
pub(super) fn ratio(times: &[f64], of: &[f64]) -> f64 {
    let logs: f64 = times.iter().zip(of).map(|(time, of)| (time / of).ln()).sum();
    (logs / times.len().max(1) as f64).exp()
}

/// Rounds without which nothing is decided.
pub(super) const FEWEST: usize = 3;
/// An answer must be quicker than the default by this.
const BETTER: f64 = 0.95;

/// The answer to take, by what each took of the default's time in each round: the quickest that was quicker in three
/// rounds of four at least, and by a twentieth in most.
pub(super) fn best(answers: &[Vec<f64>]) -> Option<usize> {
    let judged = answers.iter().enumerate().filter(|(_, ratios)| ratios.len() >= FEWEST);
    let judged = judged.filter_map(|(which, ratios)| {
        let mut ratios = ratios.clone();
        let (middle, upper) = (median(&mut ratios), quantile(&mut ratios, 0.75));
        (middle < BETTER && upper < 1.0).then_some((which, middle))
    });
    judged.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(which, _)| which)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(quantile(&mut [0.0, 1.0, 2.0, 3.0, 4.0], 0.75), 3.0);
        assert_eq!(median(&mut []), 1.0);
    }

    #[test]
    fn lengths_count_alike() {
        assert!((ratio(&[1.0, 400.0], &[2.0, 200.0]) - 1.0).abs() < 1e-12);
        assert!((ratio(&[1.0, 100.0], &[2.0, 200.0]) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn an_answer_is_taken_where_it_is_quicker_again_and_again() {
        let often = vec![0.9, 0.91, 0.9, 1.2];
        let seldom = vec![0.5, 1.1, 0.5, 1.2];
        let little = vec![0.97, 0.97, 0.97, 0.97];
        assert_eq!(best(&[little.clone(), seldom.clone(), vec![0.8; 4]]), Some(2));
        assert_eq!(best(&[little.clone(), seldom]), None);
        assert_eq!(best(&[little, vec![0.94, 0.94, 0.94, 0.94]]), Some(1));
        assert_eq!(best(&[often]), Some(0));
        assert_eq!((best(&[vec![0.5; 2]]), best(&[])), (None, None));
    }
}
