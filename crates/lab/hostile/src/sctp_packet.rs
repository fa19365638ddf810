//! SCTP packets: whatever is read can be written again, and then reads the same.

use ferry_sctp_core::wire::{
    ChecksumCheck, ChecksumWrite, Packet, PacketWriter, Parameter, Tlv, chunk::Chunk,
};

/// One input.
pub fn run(bytes: &[u8]) {
    let Ok(packet) = Packet::parse(bytes, ChecksumCheck::Unchecked) else { return };
    let chunks: Vec<Chunk<'_>> = packet.chunks().filter_map(Result::ok).collect();
    for chunk in &chunks {
        // Lists inside are looked at when they are walked over.
        match chunk {
            Chunk::Init(init) => init.parameters.iter().for_each(nested),
            Chunk::InitAck(ack) => {
                let _ = ack.cookie();
                ack.0.parameters.iter().for_each(nested);
            }
            Chunk::ReConfig(chunk) => chunk.parameters.iter().for_each(nested),
            Chunk::Abort(abort) => drop(abort.causes.check()),
            Chunk::Error(error) => drop(error.causes.check()),
            _ => {}
        }
    }
    let mut out = Vec::new();
    let mut writer = PacketWriter::begin(&mut out, packet.header, 1 << 17);
    let written = chunks.iter().filter(|chunk| writer.push(*chunk).is_ok()).count();
    writer.finish(ChecksumWrite::Crc32c);
    if written == 0 {
        return;
    }
    let again = Packet::parse(&out, ChecksumCheck::Required).expect("what was written");
    assert_eq!(again.chunks().filter_map(Result::ok).count(), written);
}

fn nested(parameter: Result<Parameter<'_>, ferry_sctp_core::wire::WireError>) {
    if let Ok(parameter) = parameter {
        let _ = (parameter.kind(), parameter.value_len());
        if let Parameter::ErrorCauseIndication(_, causes) = parameter {
            let _ = causes.check();
        }
    }
}
