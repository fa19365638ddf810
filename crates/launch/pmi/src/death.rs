//! A process that has died, as Ferry's launcher tells of it ([`crate::place::DEATHS`]).

/// A process of one of the launcher's jobs has died.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Death {
    /// Its job's number ([`crate::job_number`]).
    pub job: u64,
    /// Its rank there.
    pub rank: u32,
}

impl Death {
    /// Bytes of what is told.
    pub const LEN: usize = 12;

    /// What is told.
    pub fn to_bytes(self) -> [u8; Death::LEN] {
        let mut bytes = [0; Death::LEN];
        bytes[..8].copy_from_slice(&self.job.to_le_bytes());
        bytes[8..].copy_from_slice(&self.rank.to_le_bytes());
        bytes
    }

    /// What was told.
    pub fn of_bytes(bytes: [u8; Death::LEN]) -> Self {
        let [a, b, c, d, e, f, g, h, rank @ ..] = bytes;
        let job = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        Death { job, rank: u32::from_le_bytes(rank) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood() {
        let death = Death { job: 0x0102_0304_0506_0708, rank: 70_000 };
        assert_eq!(Death::of_bytes(death.to_bytes()), death);
        assert_eq!(death.to_bytes()[0], 8, "the least significant comes first");
    }
}
