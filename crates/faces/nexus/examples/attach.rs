//! Two programs that were started independently: `attach serve` prints a URL, `attach URL WORDS` sends
//! words there and prints the answer.

use ferry_config::Config;
use ferry_nexus::{Approval, Buffer, Nexus};
use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let nexus = Nexus::start(&Config::load()?)?;
    match &args[..] {
        [word] if word == "serve" => serve(&nexus)?,
        [url, words @ ..] => visit(&nexus, url, &words.join(" "))?,
        [] => return Err("usage: attach serve | attach URL WORDS".into()),
    }
    nexus.finish()?;
    Ok(())
}

/// Serves one visitor.
fn serve(nexus: &Nexus) -> Result<(), Box<dyn Error>> {
    let endpoint = nexus
        .endpoint()
        .handler(0, |request| {
            let Ok(back) = request.get_startpoint() else { return };
            let Ok(text) = request.buffer.get_str().map(str::to_uppercase) else { return };
            if let Err(why) = back.send_rsr(0, Buffer::new().put_str(&text)) {
                eprintln!("cannot answer: {why}");
            }
        })
        .open()?;
    let startpoint = endpoint.startpoint();
    let gone = Arc::new(Mutex::new(false));
    let leaving = gone.clone();
    nexus.on_fault(move |fault| {
        eprintln!("{fault}");
        *leaving.lock().unwrap() = fault.peer.is_some();
    });
    let url = nexus.allow_attach("127.0.0.1:0".parse()?, move |visitor| {
        eprintln!("{} attaches from {}", visitor.home, visitor.address);
        Approval::Accept(startpoint.clone())
    })?;
    println!("{url}");
    nexus.wait_until(None, || *gone.lock().unwrap())?;
    Ok(())
}

fn visit(nexus: &Nexus, url: &str, words: &str) -> Result<(), Box<dyn Error>> {
    let server = nexus.attach(url)?;
    let answer = Arc::new(Mutex::new(None));
    let put = answer.clone();
    let endpoint = nexus
        .endpoint()
        .handler(0, move |request| {
            *put.lock().unwrap() = request.buffer.get_str().map(str::to_owned).ok();
        })
        .open()?;
    let mut buffer = Buffer::new();
    server.send_rsr(0, buffer.put_startpoint(&endpoint.startpoint()).put_str(words))?;
    let answered = || answer.lock().unwrap().is_some();
    if !nexus.wait_until(Some(Duration::from_secs(30)), answered)? {
        return Err("no answer".into());
    }
    println!("{}", answer.lock().unwrap().take().unwrap_or_default());
    nexus.detach(&server)?;
    Ok(())
}
