//! How startpoints travel.
//!
//! A link of one is 21 bytes: the endpoint's process and number, and what follows. A descriptor table is with it only if
//! it differs from the one that the process published, and a URL only if the process lets others
//! attach: it makes the startpoint work in processes of other jobs.

use crate::home::Home;
use crate::startpoint::{EndpointLink, Startpoint};
use crate::value::ItemKind;
use crate::{Buffer, BufferError, Nexus, NexusError, split_url};
use ferry_link::DescriptorTable;
use ferry_method::{JobId, PeerId};
use ferry_wire::{Reader, Short};
use std::sync::Arc;

const VERSION: u8 = 1;
const HAS_URL: u8 = 1;
const HAS_TABLE: u8 = 2;
const HAS_METHOD: u8 = 4;
/// Bytes of a method's name.
const MOST_NAME: usize = 64;
/// Links of one startpoint.
const MOST_LINKS: usize = 4096;

impl Startpoint {
    /// As bytes.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        out.extend((self.links.len() as u16).to_le_bytes());
        for link in &self.links {
            let url = link.url.clone().or_else(|| self.nexus.capability(link));
            let table = link.table.clone().or_else(|| self.nexus.table_of_today(link));
            let flags = if url.is_some() { HAS_URL } else { 0 };
            let flags = flags | if table.is_some() { HAS_TABLE } else { 0 };
            let method = link.method.as_ref().filter(|_| self.carries);
            let flags = flags | if method.is_some() { HAS_METHOD } else { 0 };
            out.extend(link.home.job.0.to_le_bytes());
            out.extend(link.home.rank.0.to_le_bytes());
            out.extend(link.endpoint.to_le_bytes());
            out.push(flags);
            let table = table.map(|table| table.encode());
            let text = |text: &Arc<str>| text.as_bytes().to_vec();
            let parts = [url.as_ref().map(text), table, method.map(text)];
            for part in parts.into_iter().flatten() {
                out.extend((part.len() as u16).to_le_bytes());
                out.extend(part);
            }
        }
        out
    }

    /// From bytes.
    pub(crate) fn decode(nexus: &Nexus, bytes: &[u8]) -> Result<Startpoint, String> {
        let links = decode_links(bytes)?;
        // Whoever got the choice passes it on.
        let carries = links.iter().any(|link| link.method.is_some());
        Ok(Startpoint { carries, ..Startpoint::over(nexus, links) })
    }
}

fn decode_links(bytes: &[u8]) -> Result<Vec<EndpointLink>, String> {
    let short = |_: Short| "a startpoint that ends too early".to_string();
    let mut r = Reader::new(bytes);
    let version = r.u8().map_err(short)?;
    if version != VERSION {
        return Err(format!("a startpoint of version {version}; {VERSION} is known"));
    }
    let count = r.u16().map_err(short)? as usize;
    if count > MOST_LINKS {
        return Err(format!("a startpoint of {count} links; {MOST_LINKS} are the most"));
    }
    let mut links = Vec::new();
    for _ in 0..count {
        links.push(decode_link(&mut r)?);
    }
    match r.rest() {
        [] => Ok(links),
        rest => Err(format!("a startpoint with {} bytes too many", rest.len())),
    }
}

fn decode_link(r: &mut Reader<'_>) -> Result<EndpointLink, String> {
    let short = |_: Short| "a startpoint that ends too early".to_string();
    let job = JobId(r.u64().map_err(short)?);
    let rank = PeerId(r.u32().map_err(short)?);
    let mut link = EndpointLink::new(Home { job, rank }, r.u64().map_err(short)?);
    let flags = r.u8().map_err(short)?;
    if flags & !(HAS_URL | HAS_TABLE | HAS_METHOD) != 0 {
        return Err(format!("a startpoint with unknown flags {flags:#x}"));
    }
    if flags & HAS_URL != 0 {
        let url = std::str::from_utf8(r.string().map_err(short)?);
        let url = url.map_err(|_| "a startpoint whose URL is not text".to_string())?;
        split_url(url).map_err(|e| format!("a startpoint: {e}"))?;
        link.url = Some(url.into());
    }
    if flags & HAS_TABLE != 0 {
        let table = DescriptorTable::decode(r.string().map_err(short)?);
        link.table = Some(Arc::new(table.map_err(|e| format!("a startpoint: {e}"))?));
    }
    if flags & HAS_METHOD != 0 {
        let name = std::str::from_utf8(r.string().map_err(short)?);
        let name = name.ok().filter(|name| !name.is_empty() && name.len() <= MOST_NAME);
        link.method = Some(name.ok_or("a startpoint whose method has no name")?.into());
    }
    Ok(link)
}

impl Buffer<'_> {
    /// Puts a startpoint: whoever gets it has links of its own to the same endpoints.
    pub fn put_startpoint(&mut self, startpoint: &Startpoint) -> &mut Self {
        let bytes = startpoint.encode();
        self.put_raw(ItemKind::Startpoint, &bytes)
    }

    /// Gets a startpoint, to be used by this process. Nothing is connected yet.
    ///
    /// # Errors
    /// If something else is next, or what is there makes no sense: that is counted
    /// ([`Nexus::refused`]).
    pub fn get_startpoint(&mut self, nexus: &Nexus) -> Result<Startpoint, NexusError> {
        let at = self.position();
        match Startpoint::decode(nexus, self.peek_raw(ItemKind::Startpoint)?) {
            Ok(startpoint) => {
                self.get_raw(ItemKind::Startpoint)?;
                Ok(startpoint)
            }
            Err(why) => {
                nexus.lock().runtime.face.inbox.refused += 1;
                Err(BufferError::Damaged { at, why }.into())
            }
        }
    }

    /// Gets so many startpoints, or none.
    ///
    /// # Errors
    /// As for [`Buffer::get_startpoint`], where one of them cannot be got; then all stay next.
    pub fn get_startpoints(
        &mut self,
        nexus: &Nexus,
        count: usize,
    ) -> Result<Vec<Startpoint>, NexusError> {
        let before = self.mark();
        let got: Result<_, _> = (0..count).map(|_| self.get_startpoint(nexus)).collect();
        if got.is_err() {
            self.return_to(before);
        }
        got
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nexus() -> Nexus {
        Nexus::start(&ferry_config::Config::new()).unwrap()
    }

    fn sample(nexus: &Nexus) -> Startpoint {
        let mut startpoint = nexus.unbound();
        for (rank, url) in
            [(0, None), (7, Some("ferry://[::1]:99/x#000102030405060708090a0b0c0d0e0f"))]
        {
            let mut link =
                EndpointLink::new(Home { job: JobId(5), rank: PeerId(rank) }, 1 << 40 | 3);
            link.url = url.map(Into::into);
            let entry = ferry_method::Descriptor { method: "tcp".into(), bytes: vec![1, 2, 3] };
            link.table = url.map(|_| Arc::new(DescriptorTable::new(vec![entry])));
            link.method = url.map(|_| "tcp".into());
            startpoint.links.push(link);
        }
        startpoint.carry_method(true);
        startpoint
    }

    #[test]
    fn what_travels_arrives() {
        let nexus = nexus();
        let there = sample(&nexus);
        let mut buffer = Buffer::new();
        buffer.put_startpoint(&there).put(3u8);
        let back = buffer.get_startpoint(&nexus).unwrap();
        assert_eq!(back, there);
        assert_eq!(back.links[1].url, there.links[1].url);
        assert_eq!(back.links[1].table, there.links[1].table);
        assert_eq!(back.links[1].method, there.links[1].method);
        let mut alone = there.clone();
        alone.carry_method(false);
        let alone = Buffer::new().put_startpoint(&alone).get_startpoint(&nexus).unwrap();
        assert!(alone.links.iter().all(|link| link.method.is_none()));
        assert_eq!(buffer.get(), Ok(3u8));
    }

    #[test]
    fn a_startpoint_with_the_default_table_is_small() {
        let nexus = nexus();
        let one = Startpoint::to(&nexus, nexus.home(), 0);
        assert!(one.encode().len() <= 32, "{} bytes", one.encode().len());
    }

    #[test]
    fn damaged_ones_are_refused_and_counted() {
        let nexus = nexus();
        let bytes = sample(&nexus).encode();
        for cut in 0..bytes.len() {
            let mut buffer = Buffer::new();
            buffer.put_raw(ItemKind::Startpoint, &bytes[..cut]);
            assert!(buffer.get_startpoint(&nexus).is_err(), "cut at {cut}");
            assert_eq!(buffer.position(), 0, "it stays next");
        }
        assert_eq!(nexus.refused(), bytes.len() as u64);
    }

    #[test]
    fn of_several_all_are_got_or_none() {
        let nexus = nexus();
        let there = sample(&nexus);
        let mut buffer = Buffer::new();
        buffer.put(1u8).put_startpoint(&there).put_startpoint(&there).put(2u8);
        assert_eq!(buffer.get(), Ok(1u8));
        let before = buffer.position();
        assert!(buffer.get_startpoints(&nexus, 3).is_err());
        assert_eq!(buffer.position(), before);
        let got = buffer.get_startpoints(&nexus, 2).unwrap();
        assert!(got.len() == 2 && got.iter().all(|startpoint| *startpoint == there));
        assert!(buffer.get_startpoints(&nexus, 0).unwrap().is_empty());
        assert_eq!(buffer.get(), Ok(2u8));
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = decode_links(&bytes);
        }

        #[test]
        fn changed_bytes_are_survived(at: prop::sample::Index, to: u8) {
            let nexus = nexus();
            let mut bytes = sample(&nexus).encode();
            let at = at.index(bytes.len());
            bytes[at] = to;
            let _ = decode_links(&bytes);
        }
    }
}
