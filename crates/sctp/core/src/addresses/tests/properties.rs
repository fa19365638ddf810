//! Any bytes, any order.

use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn any_parameters_are_survived_and_done_once(
        chunks in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..80), 1_u8..4), 1..8)
    ) {
        let mut a = End::new(2);
        let mut serial = AsconfSerial(900);
        for (bytes, from) in &chunks {
            let parameters = Parameters::from_wire(bytes);
            let chunk = Asconf { serial, address: ip(1), parameters };
            let answer = a.take_chunk(&chunk, *from);
            let (addresses, events) = (a.addresses(), a.events());
            if answer.is_some() {
                prop_assert_eq!(a.take_chunk(&chunk, *from), answer);
                prop_assert_eq!(a.addresses(), addresses);
                prop_assert_eq!(a.events(), []);
                serial = serial.next();
            } else {
                prop_assert_eq!(events, []);
            }
        }
    }

    #[test]
    fn any_answer_is_survived(serial in 98_u32..103, bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        let mut a = End::new(1);
        a.changes.request(OwnAddressChange::Add(ip(2)));
        a.poll(ms(0));
        let parameters = Parameters::from_wire(&bytes);
        let chunk = AsconfAck { serial: AsconfSerial(serial), parameters };
        prop_assert_eq!(a.changes.on_asconf_ack(&chunk, &mut a.events), Ok(()));
        prop_assert!(a.events().len() <= 1);
    }

    /// Well-formed changes in any order: the set stays usable.
    #[test]
    fn any_changes_leave_a_path(changes in proptest::collection::vec((0_u8..3, 0_u8..6, 1_u8..4), 0..40)) {
        let mut a = End::new(2);
        for (serial, (what, n, from)) in (900..).zip(changes) {
            let mut change = change(1, n);
            if n == 0 {
                change.address = IpAddr::from([0, 0, 0, 0]);
            }
            let parameter = match what {
                0 => Parameter::AddAddress(change),
                1 => Parameter::DeleteAddress(change),
                _ => Parameter::SetPrimary(change),
            };
            prop_assert!(a.take(serial, from, &[parameter]).is_some());
            let primary = a.paths.get(a.paths.primary());
            prop_assert!(primary.is_some_and(|p| p.state() != crate::path::PathState::Unconfirmed));
        }
    }
}
