// A driver for the gate: reads one JSON object a line, answers one, flushes. The protocol is docs/users/protocol.md.
// Fill in `Port`; the rest can stay. Build: cargo build, or rustc --edition 2021 -O driver.rs
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::panic;

// --- JSON, as much of it as the protocol needs

#[allow(dead_code)]
#[derive(Clone, Debug)]
enum Json {
    Null,
    Bool(bool),
    Int(i64),
    Real(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    fn int(&self) -> i64 {
        match self {
            Json::Int(value) => *value,
            Json::Text(text) if text.starts_with("u64:") => i64::MAX, // beyond every end, whatever its digits
            other => panic!("no integer: {other:?}"),
        }
    }
    fn text(&self) -> &str {
        match self { Json::Text(value) => value, other => panic!("no string: {other:?}") }
    }
    fn list(&self) -> &[Json] {
        match self { Json::List(value) => value, other => panic!("no list: {other:?}") }
    }
    fn get(&self, name: &str) -> Option<&Json> {
        match self { Json::Object(value) => value.get(name), other => panic!("no object: {other:?}") }
    }
}

struct Parser<'a> { bytes: &'a [u8], at: usize }

impl Parser<'_> {
    fn skip(&mut self) {
        while self.at < self.bytes.len() && self.bytes[self.at].is_ascii_whitespace() { self.at += 1; }
    }
    fn take(&mut self, wanted: u8) -> bool {
        self.skip();
        let found = self.bytes.get(self.at) == Some(&wanted);
        if found { self.at += 1; }
        found
    }
    fn word(&mut self, wanted: &str) -> bool {
        let found = self.bytes[self.at..].starts_with(wanted.as_bytes());
        if found { self.at += wanted.len(); }
        found
    }
    fn value(&mut self) -> Json {
        self.skip();
        for (word, made) in [("true", Json::Bool(true)), ("false", Json::Bool(false)), ("null", Json::Null)] {
            if self.word(word) { return made; }
        }
        match self.bytes[self.at] {
            b'{' => {
                self.at += 1;
                let mut made = BTreeMap::new();
                while !self.take(b'}') {
                    let name = self.string();
                    assert!(self.take(b':'), "malformed JSON");
                    made.insert(name, self.value());
                    self.take(b',');
                }
                Json::Object(made)
            }
            b'[' => {
                self.at += 1;
                let mut made = Vec::new();
                while !self.take(b']') { made.push(self.value()); self.take(b','); }
                Json::List(made)
            }
            b'"' => Json::Text(self.string()),
            _ => self.number(),
        }
    }
    fn string(&mut self) -> String {
        // Escapes other than \" and \\ do not occur in what this driver is asked.
        assert!(self.take(b'"'), "malformed string");
        let mut made = Vec::new();
        while self.bytes[self.at] != b'"' {
            if self.bytes[self.at] == b'\\' { self.at += 1; }
            made.push(self.bytes[self.at]);
            self.at += 1;
        }
        self.at += 1;
        String::from_utf8(made).expect("UTF-8")
    }
    fn number(&mut self) -> Json {
        let begin = self.at;
        while self.at < self.bytes.len() && b"+-.eE0123456789".contains(&self.bytes[self.at]) { self.at += 1; }
        let text = std::str::from_utf8(&self.bytes[begin..self.at]).expect("digits");
        text.parse().map(Json::Int).unwrap_or_else(|_| Json::Real(text.parse().expect("a number")))
    }
}

// --- the port: a container of kind @KIND@ that does not know anything yet

#[allow(dead_code)]
struct Refused(&'static str); // an operation that is refused: full, missing, out_of_range ...

struct Port;

impl Port {
    fn new(_config: &Json) -> Port {
        Port // config.get("key").map_or(1024, Json::int) is a number of the configuration, or its default
    }
    /// The result of an operation, as JSON text; op[1] is its first argument: op[1].int(), or op[1].list().
    /// These are the operations, and the errors of each in the order in which it looks for them:
    ///
    /// @OPERATIONS@
    fn take(&mut self, name: &str, _op: &[Json]) -> Result<String, Refused> {
        match name {
            // TODO: a case for each operation: call your container here, and return Ok, or Err(Refused("full")).
            _ => Ok("null".to_string()),
        }
    }
    /// The arrays of the kind as JSON text, {"dense":[...],...}, at level structure.
    fn arrays(&self) -> String {
        "{}".to_string()
    }
}

const HELLO: &str = r#"@HELLO@"#;

/// The value with results in place of references: {"r":3} is result 3, {"r":[3,1]} the second entry of it.
fn resolve(value: &Json, results: &[String]) -> Json {
    match value {
        Json::List(list) => Json::List(list.iter().map(|each| resolve(each, results)).collect()),
        Json::Object(object) => match (object.get("r"), object.len()) {
            (Some(reference), 1) => {
                let places = match reference { Json::List(places) => &places[..], number => std::slice::from_ref(number) };
                let mut found = Parser { bytes: results[places[0].int() as usize].as_bytes(), at: 0 }.value();
                for place in &places[1..] { found = found.list()[place.int() as usize].clone(); }
                found
            }
            _ => Json::Object(object.iter().map(|(name, each)| (name.clone(), resolve(each, results))).collect()),
        },
        other => other.clone(),
    }
}

fn run(message: &Json) -> String {
    let id = message.get("id").expect("an id").int();
    let observe = message.get("observe").expect("observe");
    let every = observe.get("every").map_or(0, Json::int) as usize;
    let (mut results, mut states, mut end): (Vec<String>, Vec<String>, String) = Default::default();
    let done = panic::catch_unwind(panic::AssertUnwindSafe(|| {
        let mut port = Port::new(message.get("config").expect("a config"));
        for asked in message.get("ops").expect("ops").list() {
            let op = resolve(asked, &results);
            let result = port.take(op.list()[0].text(), op.list());
            results.push(result.unwrap_or_else(|refused| format!(r#"{{"e":"{}"}}"#, refused.0)));
            if every > 0 && results.len() % every == 0 { states.push(port.arrays()); }
        }
        if observe.get("end").is_some_and(|end| end.text() == "arrays") { end = format!(r#","end":{}"#, port.arrays()); }
    }));
    if !states.is_empty() { end += &format!(r#","states":[{}]"#, states.join(",")); }
    match done {
        Ok(()) => format!(r#"{{"t":"ran","id":{id},"results":[{}]{end}}}"#, results.join(",")),
        Err(_) => format!(r#"{{"t":"fault","id":{id},"at":{},"message":"panic"}}"#, results.len()),
    }
}

fn main() {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.expect("UTF-8");
        let message = Parser { bytes: line.as_bytes(), at: 0 }.value();
        let answer = match message.get("t").expect("t").text() {
            "bye" => return,
            "hello" => HELLO.to_string(),
            _ => run(&message),
        };
        writeln!(out, "{answer}").and_then(|()| out.flush()).expect("standard output");
    }
}
