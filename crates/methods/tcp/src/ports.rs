//! Which port a process takes.

use ferry_config::Ports;
use ferry_method::MethodError;
use std::fmt::Display;

/// The ports to try, in this order, for the process of this local rank; 0 is any. With a first port each
/// process has one of its own: two cannot soundly share one listening port, as the system would hand a
/// caller to either. Of a range they begin at different places, so that they seldom meet.
///
/// # Errors
/// When there is none. `parameter` is what a user has to change then.
pub fn of_rank(
    ports: &Ports,
    local_rank: u32,
    parameter: &'static str,
) -> Result<Vec<u16>, MethodError> {
    let refused = |why| Err(MethodError::Configuration { parameter, why });
    match ports {
        Ports::Any => Ok(vec![0]),
        Ports::From(port) => {
            let mine = u16::try_from(local_rank).ok().and_then(|rank| port.checked_add(rank));
            match mine.filter(|_| *port != 0) {
                Some(mine) => Ok(vec![mine]),
                None => refused(format!(
                    "port {port} plus local rank {local_rank} is no port; choose one from 1 to {}",
                    u32::from(u16::MAX).saturating_sub(local_rank)
                )),
            }
        }
        Ports::Within(range) if range.is_empty() || *range.start() == 0 => refused(format!(
            "{} to {} holds no port; give first and last from 1 to 65535",
            range.start(),
            range.end()
        )),
        Ports::Within(range) => {
            let mut all: Vec<u16> = range.clone().collect();
            let shift = local_rank as usize % all.len();
            all.rotate_left(shift);
            Ok(all)
        }
    }
}

/// None of these ports could be had, the last since `why`.
pub fn none_free(tried: &[u16], parameter: &'static str, why: &dyn Display) -> MethodError {
    let (first, end) = (tried.iter().min().unwrap_or(&0), tried.iter().max().unwrap_or(&0));
    let why = format!("no port from {first} to {end} can be had ({why}); name free ones");
    MethodError::Configuration { parameter, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_port_is_shifted_by_the_local_rank() {
        assert_eq!(of_rank(&Ports::From(4000), 3, "x").unwrap(), [4003]);
    }

    #[test]
    fn a_range_begins_with_the_local_rank() {
        assert_eq!(of_rank(&Ports::Within(10..=12), 4, "x").unwrap(), [11, 12, 10]);
    }

    #[test]
    fn impossible_ports_are_refused() {
        #[allow(clippy::reversed_empty_ranges)]
        for ports in
            [Ports::From(65535), Ports::From(0), Ports::Within(9..=8), Ports::Within(0..=8)]
        {
            let error = of_rank(&ports, 1, "tcp.ports").unwrap_err();
            assert!(error.to_string().contains("tcp.ports"), "{error}");
        }
    }
}
