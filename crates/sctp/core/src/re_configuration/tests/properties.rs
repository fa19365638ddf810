//! Any bytes, any order.

use proptest::prelude::*;

use super::*;

/// Something that happens to one of two ends.
#[derive(Clone, Debug)]
enum Step {
    Reset(Vec<u16>),
    Wish(Vec<u16>),
    Add(u16, u16),
    Send(u16),
    Transfer,
    /// Carries one chunk and its answer; which of the two is lost.
    Carry {
        request_lost: bool,
        answer_lost: bool,
        twice: bool,
    },
    Timer,
}

fn step() -> impl Strategy<Value = Step> {
    let some = || proptest::collection::vec(0_u16..6, 0..4);
    prop_oneof![
        some().prop_map(Step::Reset),
        some().prop_map(Step::Wish),
        (0_u16..3, 0_u16..3).prop_map(|(out, inward)| Step::Add(out, inward)),
        (0_u16..6).prop_map(Step::Send),
        Just(Step::Transfer),
        (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
            |(request_lost, answer_lost, twice)| {
                Step::Carry { request_lost, answer_lost, twice }
            }
        ),
        Just(Step::Timer),
    ]
}

fn apply(step: &Step, now: Now, from: &mut End, to: &mut End) {
    match step {
        Step::Reset(numbers) => drop(from.re.reset_outgoing(&streams(numbers), &mut from.outgoing)),
        Step::Wish(numbers) => from.re.reset_incoming(&streams(numbers)),
        Step::Add(out, inward) => from.re.add_streams(*out, *inward),
        Step::Send(stream) if usize::from(*stream) < from.outgoing.streams() => from.send(*stream),
        Step::Send(_) => {}
        Step::Transfer => drop(from.transfer(to)),
        Step::Carry { request_lost, answer_lost, twice } => {
            let Some(request) = from.poll(now).filter(|_| !request_lost) else { return };
            let answer = to.take(&request);
            if *twice {
                assert_eq!(to.take(&request), answer, "repeated requests get the same answer");
            }
            if let Some(answer) = answer.filter(|_| !answer_lost) {
                from.take(&answer);
            }
        }
        Step::Timer => drop(from.re.on_timer(now)),
    }
}

proptest! {
    #[test]
    fn any_bytes_are_survived(chunks in proptest::collection::vec(
        proptest::collection::vec(any::<u8>(), 0..64), 0..8)
    ) {
        let mut a = End::new(1, 2);
        for chunk in chunks {
            a.take(&chunk);
        }
    }

    /// Whatever two ends want and whatever is lost: in the end both agree about streams and numbers.
    #[test]
    fn two_ends_agree_in_the_end(steps in proptest::collection::vec((any::<bool>(), step()), 0..60)) {
        let (mut a, mut z) = pair();
        let mut now = ms(0);
        for (who, step) in &steps {
            now += ms(7);
            let (from, to) = if *who { (&mut a, &mut z) } else { (&mut z, &mut a) };
            apply(step, now, from, to);
        }
        for _ in 0..20 {
            now += RTO;
            a.re.on_timer(now);
            z.re.on_timer(now);
            settle(now, &mut a, &mut z);
            a.transfer(&mut z);
            z.transfer(&mut a);
        }
        check(&mut a, &mut z)?;
        check(&mut z, &mut a)?;
    }
}

/// Nothing is left to agree on, and every stream works: what is sent now is readable at once.
fn check(from: &mut End, to: &mut End) -> Result<(), TestCaseError> {
    prop_assert!(!from.re.has_work(&from.outgoing) && from.re.next_due().is_none());
    prop_assert_eq!(from.outgoing.streams(), to.incoming.streams());
    while to.incoming.read_any(usize::MAX).is_some() {}
    let count = from.outgoing.streams();
    for stream in 0..count {
        from.send(stream as u16);
    }
    from.transfer(to);
    prop_assert_eq!(to.incoming.readable().count(), count);
    Ok(())
}
