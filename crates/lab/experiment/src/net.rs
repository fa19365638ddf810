//! Networks, described by what the papers vary.

use std::fmt;

use anyhow::Result;
use ferry_netlab::Scenario;

/// A network of hosts that are alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Net {
    /// Hosts, one rank each.
    pub hosts: u32,
    /// Rate of each host's cable, in Mbit/s.
    pub rate: u32,
    /// Delay of a packet from host to host, in microseconds.
    pub delay: u32,
    /// Packets lost of a thousand.
    pub loss: u32,
    /// TCP's congestion control.
    pub tcp: &'static str,
    /// Networks, each of that kind.
    pub ways: u32,
    /// All networks but the first have a tenth of the rate, and 10 ms of delay more.
    pub unlike: bool,
    /// The first of the networks is cut after so many milliseconds, for good.
    pub cut: Option<u32>,
}

impl Net {
    /// A switched gigabit Ethernet, as in the paper on SCTP.
    #[must_use]
    pub const fn lan(hosts: u32, loss: u32) -> Self {
        Self { hosts, rate: 1000, delay: 50, loss, tcp: "cubic", ways: 1, unlike: false, cut: None }
    }

    /// A wide-area network.
    #[must_use]
    pub const fn wan(hosts: u32, round_trip_ms: u32, loss: u32) -> Self {
        Self { rate: 200, delay: round_trip_ms * 500, ..Self::lan(hosts, loss) }
    }

    /// Loss in percent.
    #[must_use]
    pub fn percent(&self) -> f64 {
        f64::from(self.loss) / 10.0
    }

    /// Seconds that a host's cable takes for so many bytes of messages, in full packets of TCP.
    #[must_use]
    pub fn cable_time(&self, bytes: u64) -> f64 {
        const PACKET: f64 = 1500.0;
        const HEADERS: f64 = 52.0;
        let rate = f64::from(self.rate) * 1e6 * f64::from(self.ways);
        bytes as f64 * 8.0 * PACKET / (PACKET - HEADERS) / rate
    }

    /// The network as a scenario of the laboratory.
    ///
    /// # Errors
    /// What the laboratory does not take.
    pub fn scenario(&self) -> Result<Scenario> {
        let mut text = format!(
            "seed = 1\n[hosts]\ncount = {}\n\
             sysctl = {{ \"net.ipv4.tcp_congestion_control\" = \"{}\" }}\n",
            self.hosts, self.tcp
        );
        for way in 0..self.ways {
            let worse = self.unlike && way > 0;
            let rate = if worse { self.rate / 10 } else { self.rate };
            let delay = if worse { self.delay + 10_000 } else { self.delay };
            text.push_str(&format!(
                "[[network]]\nname = \"w{way}\"\n\
                 link = {{ rate = \"{}mbit\", delay = \"{}us\", loss = \"{:.3}%\" }}\n",
                rate,
                delay,
                self.percent()
            ));
        }
        if let Some(cut) = self.cut {
            text.push_str(&format!("[[event]]\nat = \"{cut}ms\"\ncut = \"w0\"\n"));
        }
        Scenario::parse(&text)
    }
}

impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hosts, rate, delay, tcp, .. } = self;
        write!(f, "{hosts} hosts, {rate} Mbit/s, {delay} us, {} % loss, {tcp}", self.percent())?;
        if self.ways > 1 {
            write!(f, ", {} {}ways", self.ways, if self.unlike { "unlike " } else { "" })?;
        }
        if let Some(cut) = self.cut {
            write!(f, ", cut after {cut} ms")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ferry_netem::{Network, NetworkParts, Port, Target};

    use super::*;

    #[test]
    fn a_packet_meets_loss_and_delay_once() {
        let scenario = Net::wan(3, 10, 20).scenario().expect("it is one");
        let port = Port { cable: scenario.networks[0].link, cluster: 0 };
        let plan = NetworkParts { ports: vec![port; 3], ..NetworkParts::default() };
        let mut network = Network::new(&plan, 1);
        let (sent, step) = (20_000, Duration::from_micros(50));
        let (mut came, mut now) = (0, Duration::ZERO);
        for _ in 0..sent {
            network.send(now, 0, Target::One(1), vec![0_u8; 100]);
            now += step;
            came += std::iter::from_fn(|| network.poll(now)).count();
            // Nothing is there before half a round trip.
            assert!(came == 0 || now >= Duration::from_millis(5));
        }
        came += std::iter::from_fn(|| network.poll(now + Duration::from_millis(6))).count();
        let lost = 1.0 - came as f64 / f64::from(sent);
        assert!((0.017..0.023).contains(&lost), "{lost}");
    }

    #[test]
    fn every_network_is_a_scenario() {
        let nets = [
            Net::lan(8, 0),
            Net::lan(2, 20),
            Net::wan(4, 300, 50),
            Net { ways: 2, cut: Some(1500), tcp: "bbr", ..Net::lan(2, 0) },
            Net { ways: 2, unlike: true, ..Net::lan(2, 0) },
        ];
        for net in nets {
            let scenario = net.scenario().expect("it is one");
            assert_eq!(scenario.host_names().len() as u32, net.hosts);
            assert_eq!(scenario.networks.len() as u32, net.ways);
            assert_eq!(scenario.events.len(), usize::from(net.cut.is_some()));
        }
    }
}
