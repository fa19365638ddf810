//! What is asked.

/// A parameter, and what it might be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) parameter: &'static str,
    /// Lengths of the messages that it is about.
    pub(super) sizes: &'static [usize],
    /// Beside the default.
    pub(super) answers: &'static [Answer],
    /// Whether it is about messages between hosts.
    is_between_hosts: bool,
}

/// Values of parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// What it is called in a table.
    pub(super) name: &'static str,
    pub(super) settings: &'static [(&'static str, &'static str)],
}

/// All parameters that answers set. Whatever else sets them is left out of account while it is measured.
pub(super) const TUNED: [&str; 6] = [
    "shm.eager_limit",
    "shm.piece",
    "shm.bulk_bytes",
    "shm.cma",
    "shm.cma_threshold",
    "tcp.eager_limit",
];

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

macro_rules! answers {
    ($parameter:literal: $($value:literal),+) => {
        &[$(Answer { name: $value, settings: &[($parameter, $value)] }),+]
    };
}

static QUESTIONS: [Question; 5] = [
    Question {
        parameter: "shm.eager_limit",
        sizes: &[12 * KIB, 24 * KIB, 48 * KIB, 96 * KIB, 192 * KIB],
        answers: answers!("shm.eager_limit": "16k", "32k", "128k", "256k"),
        is_between_hosts: false,
    },
    Question {
        parameter: "shm.piece",
        sizes: &[16 * KIB, 64 * KIB, 256 * KIB, MIB],
        answers: answers!("shm.piece": "4k", "16k", "32k"),
        is_between_hosts: false,
    },
    Question {
        parameter: "shm.bulk_bytes",
        sizes: &[16 * KIB, 64 * KIB, 256 * KIB, MIB],
        answers: answers!("shm.bulk_bytes": "512k", "1M", "4M"),
        is_between_hosts: false,
    },
    Question {
        parameter: "shm.cma",
        sizes: &[128 * KIB, 512 * KIB, 2 * MIB, 8 * MIB],
        answers: &[
            Answer { name: "yes", settings: &[("shm.cma", "yes")] },
            Answer {
                name: "from 512k",
                settings: &[("shm.cma", "yes"), ("shm.cma_threshold", "512k")],
            },
            Answer {
                name: "from 2M",
                settings: &[("shm.cma", "yes"), ("shm.cma_threshold", "2M")],
            },
        ],
        is_between_hosts: false,
    },
    Question {
        parameter: "tcp.eager_limit",
        sizes: &[48 * KIB, 96 * KIB, 192 * KIB, 384 * KIB, 768 * KIB],
        answers: answers!("tcp.eager_limit": "64k", "128k", "512k", "1M"),
        is_between_hosts: true,
    },
];

/// Those about messages between hosts, or those about messages within one.
pub(super) fn questions(are_between_hosts: bool) -> Vec<Question> {
    QUESTIONS
        .into_iter()
        .filter(|question| question.is_between_hosts == are_between_hosts)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_config::Config;

    #[test]
    fn answers_set_what_there_is() {
        for question in &QUESTIONS {
            assert!(TUNED.contains(&question.parameter));
            for answer in question.answers {
                Config::with(answer.settings.iter().copied()).unwrap();
                assert!(answer.settings.iter().all(|(name, _)| TUNED.contains(name)));
            }
        }
        assert!(Config::with(TUNED.map(|name| (name, "auto"))).is_ok());
    }
}
