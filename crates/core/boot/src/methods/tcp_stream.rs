//! TCP with a connection for each stream, as configured.

use super::{Opening, tcp_options};
use ferry_method::{Method, MethodError};
use ferry_method_tcp_stream::{TcpStreamMethod, TcpStreamOptions};

pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    let tcp = tcp_options(opening.config, opening.neighbours.local_rank);
    let most = opening.config.auto_number("tcp-stream.max_connections");
    let options = TcpStreamOptions { tcp, max_connections: most.map(|n| n as usize) };
    Ok(Box::new(TcpStreamMethod::new(opening.identity.clone(), options)?))
}
