//! A rank that speaks PMI and nothing else: meets the others, then does what its argument says.

use ferry_pmi::{
    CONTENDERS_KEY, CORES_KEY, Client, MAPPING_KEY, PmiError, SECRET_KEY, SpawnCommand,
    SpawnRequest,
};
use std::process::exit;
use std::time::Duration;

/// What the parents leave for their children.
const LEFT: &str = "left-for-children";

/// Has the launcher start two more, in a folder and with a variable of their own.
fn spawn(client: &mut Client) -> Result<(), PmiError> {
    let program = std::env::current_exe().unwrap_or_default().into();
    let info = vec![("wdir".to_owned(), "/".into())];
    let command = SpawnCommand { program, args: vec!["child".into()], count: 2, info };
    let preput = vec![(LEFT.to_owned(), "a-greeting".to_owned())];
    let answer = client.spawn(&SpawnRequest { commands: vec![command], preput })?;
    let codes: Vec<i32> = answer.codes.iter().collect();
    println!("spawned: {codes:?} {:?}", answer.refusal);
    Ok(())
}

fn main() -> Result<(), PmiError> {
    let action = std::env::args().nth(1).unwrap_or_default();
    let Some(mut client) = Client::from_env()? else {
        println!("singleton");
        return Ok(());
    };
    let (rank, size) = (client.rank(), client.size());
    client.put_long(&format!("card-{rank}"), &vec![rank as u8; 2000])?;
    client.barrier()?;
    let peer = (rank + 1) % size;
    let card = client.get_long(&format!("card-{peer}"))?;
    assert_eq!(card, Some(vec![peer as u8; 2000]), "the card of rank {peer}");
    let last = rank == size - 1;
    match action.as_str() {
        "fail" => drop(client.fail(6, &format!("the same error{}", " everywhere".repeat(200)))?),
        "abort" if last => client.abort(42, "no more tea")?,
        "leave" if last => exit(0),
        "late" if last => {
            client.finalize()?;
            exit(9);
        }
        _ => {}
    }
    if action == "spawn" && rank == 0 {
        spawn(&mut client)?;
    }
    if client.is_spawned() {
        let left = client.get(LEFT)?.unwrap_or_default();
        println!("child {rank} of {size} has found {left:?}");
        return client.finalize();
    }
    if matches!(action.as_str(), "abort" | "leave" | "fail") {
        std::thread::sleep(Duration::from_secs(600));
    }
    let asked = match action.as_str() {
        "contenders" => Some(CONTENDERS_KEY),
        "cores" => Some(CORES_KEY),
        _ => None,
    };
    if let Some(key) = asked {
        println!("{rank} {}", client.get(key)?.unwrap_or_default());
        return client.finalize();
    }
    let secret = client.get(SECRET_KEY)?.unwrap_or_default();
    let mapping = client.get(MAPPING_KEY)?.unwrap_or_default();
    let (appnum, universe) = (client.appnum(), client.universe_size());
    println!(
        "rank {rank} of {size} appnum {appnum:?} universe {universe:?} secret {} mapping {mapping}",
        secret.len()
    );
    client.finalize()
}
