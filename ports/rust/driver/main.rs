//! A driver over the port: reads messages of `docs/users/protocol.md`, one a line, and answers each with a line.

mod arguments;
mod json;
mod kinds;
mod run;

use std::io::{self, BufRead, Write};

use json::Json;

/// Answers messages until `bye` or the end of the input.
fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = String::new();
    let mut out = String::new();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        if line.trim().is_empty() {
            continue;
        }
        let message = json::parse(&line).map_err(|what| io::Error::new(io::ErrorKind::InvalidData, what))?;
        let answer = match message.get("t") {
            Some(Json::Text(t)) if t == "hello" => hello(),
            Some(Json::Text(t)) if t == "run" => match message.get("kind") {
                Some(Json::Text(kind)) => kinds::answer(kind, &message),
                _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "a run without a kind")),
            },
            Some(Json::Text(t)) if t == "bye" => return Ok(()),
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "a message of no known type")),
        };
        out.clear();
        answer.write(&mut out);
        out.push('\n');
        output.write_all(out.as_bytes())?;
        output.flush()?;
    }
}

fn hello() -> Json {
    let port = [("name", "slotproof"), ("version", env!("CARGO_PKG_VERSION")), ("language", "rust")];
    Json::object([
        ("t", "hello".into()),
        ("protocol", 1u32.into()),
        ("port", Json::object(port.map(|(name, value)| (name, value.into())))),
        ("containers", json::parse(kinds::CONTAINERS).expect("the list of containers is JSON")),
    ])
}
