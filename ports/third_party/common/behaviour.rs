//! A driver at level behaviour (docs/users/protocol.md): reads messages, one a line, and answers each with a line.

use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::json::{self, Json};

/// The result of an operation, or the code of the error it ends in.
pub type Outcome = Result<Json, &'static str>;

/// A container: `call` is given arguments in which references are replaced by the results they stand for.
pub trait Container {
    /// The result of an operation.
    fn call(&mut self, operation: &str, arguments: &[Json]) -> Outcome;
}

/// An integer among the arguments, 0 if there is none.
pub fn integer(arguments: &[Json], place: usize) -> i128 {
    match arguments.get(place) {
        Some(Json::Int(number)) => *number,
        _ => 0,
    }
}

/// The value with each reference `{"r":k}` or `{"r":[k,...]}` replaced by the result it stands for.
fn resolve(value: &Json, results: &[Json]) -> Json {
    if let Json::List(entries) = value {
        return Json::List(entries.iter().map(|entry| resolve(entry, results)).collect());
    }
    let at = |list: &[Json], place: &Json| match place {
        Json::Int(place) => list.get(*place as usize).cloned().unwrap_or(Json::Null),
        _ => Json::Null,
    };
    match value.get("r") {
        None => value.clone(),
        Some(Json::List(places)) => places.iter().fold(Json::List(results.to_vec()), |found, place| match &found {
            Json::List(entries) => at(entries, place),
            _ => Json::Null,
        }),
        Some(place) => at(results, place),
    }
}

fn run(message: &Json, container: &mut dyn Container) -> Json {
    let id = message.get("id").cloned().unwrap_or(Json::Null);
    let mut results: Vec<Json> = Vec::new();
    let Some(Json::List(operations)) = message.get("ops") else {
        return Json::object([("t", "skip".into()), ("id", id), ("why", "no operations".into())]);
    };
    for operation in operations {
        let Json::List(parts) = resolve(operation, &results) else { continue };
        let Some((Json::Text(name), arguments)) = parts.split_first() else { continue };
        match catch_unwind(AssertUnwindSafe(|| container.call(name, arguments))) {
            Ok(Ok(result)) => results.push(result),
            Ok(Err(code)) => results.push(Json::object([("e", code.into())])),
            Err(_) => {
                let at = results.len().into();
                return Json::object([("t", "fault".into()), ("id", id), ("at", at), ("message", "a panic".into())]);
            }
        }
    }
    Json::object([("t", "ran".into()), ("id", id), ("results", Json::List(results))])
}

/// Answers messages until `bye` or the end of the input; `make` is given the kind.
pub fn drive(hello: &str, make: impl Fn(&str) -> Box<dyn Container>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message = json::parse(&line?).map_err(|what| io::Error::new(io::ErrorKind::InvalidData, what))?;
        let answer = match (message.get("t"), message.get("kind")) {
            (Some(Json::Text(t)), _) if t == "bye" => return Ok(()),
            (Some(Json::Text(t)), _) if t == "hello" => {
                json::parse(hello).map_err(|what| io::Error::new(io::ErrorKind::InvalidData, what))?
            }
            (_, Some(Json::Text(kind))) => run(&message, make(kind).as_mut()),
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "a message of no known type")),
        };
        let mut out = String::new();
        answer.write(&mut out);
        out.push('\n');
        output.write_all(out.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}
