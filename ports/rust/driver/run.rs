//! The answer to a `run` message: a new container, operations in order, and what was asked to be shown.

use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::arguments::{code, list, text, Arguments, Config, Fail, Outcome};
use crate::json::Json;
use crate::kinds::Kind;

/// Runs a trace on a new container of a kind.
pub fn run<K: Kind>(message: &Json) -> Json {
    let id = message.get("id").cloned().unwrap_or(Json::Null);
    let config = Config::new(message.get("config"));
    let mut family = match K::make(&config) {
        Ok(container) => Family { container, copies: Vec::new() },
        Err(fail) => return note("skip", id, "why", &reason(fail)),
    };
    let Some(Json::List(operations)) = message.get("ops") else {
        return note("skip", id, "why", "no operations");
    };
    let observe = message.get("observe");
    let every = match observe.and_then(|observe| observe.get("every")) {
        Some(Json::Int(every)) => usize::try_from(*every).unwrap_or(0),
        _ => 0,
    };
    let mut results = Vec::with_capacity(operations.len());
    let mut states = Vec::new();
    for (at, operation) in operations.iter().enumerate() {
        match catch_unwind(AssertUnwindSafe(|| family.step(operation, &config))) {
            Ok(Ok(result)) => results.push(result),
            Ok(Err(Fail::Refused(error))) => results.push(Json::object([("e", code(error).into())])),
            Ok(Err(Fail::Callback)) => results.push(Json::object([("e", "callback".into())])),
            Ok(Err(Fail::Unknown(what))) => return fault(id, at, &what),
            Err(panic) => return fault(id, at, panic_message(panic.as_ref())),
        }
        if every > 0 && (at + 1) % every == 0 {
            states.push(family.container.arrays());
        }
    }
    let mut answer =
        vec![("t".to_owned(), "ran".into()), ("id".to_owned(), id), ("results".to_owned(), Json::List(results))];
    match observe.and_then(|observe| observe.get("end")) {
        Some(Json::Text(end)) if end == "arrays" => answer.push(("end".to_owned(), family.container.arrays())),
        Some(Json::Text(end)) if end == "digest" => {
            answer.push(("digest".to_owned(), digest(&family.container.arrays()).as_str().into()));
        }
        _ => {}
    }
    if every > 0 {
        answer.push(("states".to_owned(), Json::List(states)));
    }
    Json::Object(answer)
}

/// A container, and the copies that were made of it; of one that is gone there is nothing.
struct Family<K> {
    container: K,
    copies: Vec<Option<K>>,
}

impl<K: Kind> Family<K> {
    /// The outcome of one operation, of the kind or of those that every kind has.
    fn step(&mut self, operation: &Json, config: &Config<'_>) -> Outcome {
        let (name, arguments) = named(operation)?;
        let mut take = Arguments::new(arguments);
        match name {
            "fork" => {
                self.copies.push(Some(self.container.clone()));
                return Ok(self.copies.len().into());
            }
            "load" => self.container.load(take.json()?, config)?,
            "on_fork" => return step(self.copy(&mut take)?.as_mut().ok_or_else(gone)?, take.json()?, config),
            "assign_fork" => self.container = self.copy(&mut take)?.clone().ok_or_else(gone)?,
            "move_fork" => self.container = self.copy(&mut take)?.take().ok_or_else(gone)?,
            "drop_fork" => drop(self.copy(&mut take)?.take().ok_or_else(gone)?),
            _ => return step(&mut self.container, operation, config),
        }
        Ok(Json::Null)
    }

    /// The place of the copy that an argument numbers, from 1 on.
    fn copy(&mut self, take: &mut Arguments<'_>) -> Result<&mut Option<K>, Fail> {
        let number: usize = take.number()?;
        self.copies.get_mut(number.wrapping_sub(1)).ok_or_else(gone)
    }
}

fn gone() -> Fail {
    Fail::Unknown("there is no such copy".to_owned())
}

/// The name of an operation, and its arguments.
fn named(operation: &Json) -> Result<(&str, &[Json]), Fail> {
    match list(operation)?.split_first() {
        Some((name, arguments)) => Ok((text(name)?, arguments)),
        None => Err(Fail::Unknown("an operation without a name".to_owned())),
    }
}

/// The outcome of one operation of the kind.
fn step<K: Kind>(container: &mut K, operation: &Json, config: &Config<'_>) -> Outcome {
    let (name, arguments) = named(operation)?;
    match name {
        "copy" => Ok(container.clone().arrays()),
        "swap" => {
            let mut other = peer(arguments, config)?;
            std::mem::swap(container, &mut other);
            Ok(Json::Null)
        }
        "equals" => match container.equals(&peer(arguments, config)?) {
            Some(equal) => Ok(equal.into()),
            None => Err(Fail::Unknown("no operation equals".to_owned())),
        },
        _ => container.call(name, Arguments::new(arguments)),
    }
}

/// A second container, on which the operations of an argument were run.
fn peer<K: Kind>(arguments: &[Json], config: &Config<'_>) -> Result<K, Fail> {
    let operations = arguments.first().and_then(|peer| peer.get("ops"));
    let mut made = K::make(config)?;
    for operation in list(operations.unwrap_or(&Json::List(Vec::new())))? {
        if let Err(Fail::Unknown(what)) = step(&mut made, operation, config) {
            return Err(Fail::Unknown(what));
        }
    }
    Ok(made)
}

fn reason(fail: Fail) -> String {
    match fail {
        Fail::Refused(error) => format!("this configuration is refused: {error}"),
        Fail::Callback => "a callback failed".to_owned(),
        Fail::Unknown(what) => what,
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(message), _) => message,
        (_, Some(message)) => message,
        _ => "a panic without a message",
    }
}

fn fault(id: Json, at: usize, message: &str) -> Json {
    Json::object([("t", "fault".into()), ("id", id), ("at", at.into()), ("message", message.into())])
}

/// A message of one remark.
fn note(kind: &str, id: Json, name: &str, remark: &str) -> Json {
    Json::object([("t", kind.into()), ("id", id), (name, remark.into())])
}

/// The 64-bit FNV-1a hash of the arrays as they are written.
fn digest(arrays: &Json) -> String {
    let mut text = String::new();
    arrays.write(&mut text);
    let hash = text
        .bytes()
        .fold(14_695_981_039_346_656_037u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211));
    format!("{hash:016x}")
}
