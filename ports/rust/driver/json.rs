//! JSON: a reader, a writer, and the values between them.

use std::fmt::Write;

/// The greatest integer that is written as a number; those beyond are written `"u64:..."`.
const SAFE: i128 = (1 << 53) - 1;
/// Lists and objects within each other, at most.
const DEPTH: usize = 64;

/// A JSON value; members of objects keep their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The member of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// An object of named members.
    pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
        Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// A list of what can be a value.
    pub fn list<T: Into<Json>>(entries: impl IntoIterator<Item = T>) -> Json {
        Json::List(entries.into_iter().map(Into::into).collect())
    }

    /// Appends the value to a text, without spaces.
    pub fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Int(number) if *number > SAFE => write_into(out, format_args!("\"u64:{number}\"")),
            Json::Int(number) => write_into(out, format_args!("{number}")),
            Json::Float(number) => write_into(out, format_args!("{number:?}")),
            Json::Text(text) => write_text(text, out),
            Json::List(entries) => {
                out.push('[');
                for (place, entry) in entries.iter().enumerate() {
                    if place > 0 {
                        out.push(',');
                    }
                    entry.write(out);
                }
                out.push(']');
            }
            Json::Object(members) => {
                out.push('{');
                for (place, (name, value)) in members.iter().enumerate() {
                    if place > 0 {
                        out.push(',');
                    }
                    write_text(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn write_into(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes any text");
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if u32::from(control) < 0x20 => write_into(out, format_args!("\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}

macro_rules! from_integers {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Json {
            fn from(number: $kind) -> Json {
                Json::Int(number as i128)
            }
        })*
    };
}

from_integers!(i32, u32, i64, u64, usize);

impl From<()> for Json {
    fn from((): ()) -> Json {
        Json::Null
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_owned())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

impl<A: Into<Json>, B: Into<Json>> From<(A, B)> for Json {
    fn from((first, second): (A, B)) -> Json {
        Json::List(vec![first.into(), second.into()])
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(entries: Vec<T>) -> Json {
        Json::list(entries)
    }
}

/// The value that a text holds, and nothing else; an error says what is wrong, and at which byte.
pub fn parse(text: &str) -> Result<Json, String> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(DEPTH)?;
    reader.skip_space();
    if reader.at < text.len() {
        return Err(reader.wrong("more than one value"));
    }
    Ok(value)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &str) -> String {
        format!("{what} at byte {}", self.at)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Steps over a character if it is the next one.
    fn accept(&mut self, wanted: u8) -> bool {
        self.skip_space();
        let there = self.peek() == Some(wanted);
        self.at += usize::from(there);
        there
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth == 0 {
            return Err(self.wrong("nested too deep"));
        }
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => Ok(number_in(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json, String> {
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.wrong("no value"))
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut entries = Vec::new();
        if self.accept(b']') {
            return Ok(Json::List(entries));
        }
        loop {
            entries.push(self.value(depth - 1)?);
            if self.accept(b']') {
                return Ok(Json::List(entries));
            }
            if !self.accept(b',') {
                return Err(self.wrong("no comma in a list"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut members = Vec::new();
        if self.accept(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            if !self.accept(b':') {
                return Err(self.wrong("no colon after a name"));
            }
            members.push((name, self.value(depth - 1)?));
            if self.accept(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.accept(b',') {
                return Err(self.wrong("no comma in an object"));
            }
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if let Ok(number) = digits.parse() {
            return Ok(Json::Int(number));
        }
        digits.parse().map(Json::Float).map_err(|_| self.wrong("no number"))
    }

    fn string(&mut self) -> Result<String, String> {
        if self.peek() != Some(b'"') {
            return Err(self.wrong("no string"));
        }
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(['"', '\\']).ok_or_else(|| self.wrong("a string without an end"))?;
            out.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Ok(out);
            }
            out.push(self.escape()?);
        }
    }

    /// The character of an escape, after its backslash.
    fn escape(&mut self) -> Result<char, String> {
        let letter = self.peek().ok_or_else(|| self.wrong("no escape"))?;
        self.at += 1;
        Ok(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let mut code = self.hexadecimal()?;
                if (0xD800..0xDC00).contains(&code) && self.text[self.at..].starts_with("\\u") {
                    self.at += 2;
                    let low = self.hexadecimal()?;
                    code = 0x1_0000 + ((code - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF);
                }
                char::from_u32(code).ok_or_else(|| self.wrong("half a character"))?
            }
            _ => return Err(self.wrong("no escape")),
        })
    }

    fn hexadecimal(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).ok_or_else(|| self.wrong("no four digits"))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).map_err(|_| self.wrong("no four digits"))
    }
}

/// The integer that a string of the form `u64:...` stands for, 2^64 if 64 bits do not hold it; or the string.
fn number_in(text: String) -> Json {
    match text.strip_prefix("u64:").map(str::parse::<i128>) {
        Some(Ok(number)) => Json::Int(number.min(i128::from(u64::MAX) + 1)),
        _ => Json::Text(text),
    }
}
