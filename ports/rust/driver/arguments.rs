//! What the protocol writes as JSON, as the port takes it, and back.

use std::collections::BTreeMap;

use slotproof::{DeletionPolicy, Error, FreeOrder, GenerationPolicy, Handle};

use crate::json::Json;

/// Why an operation has no result.
pub enum Fail {
    /// It was refused.
    Refused(Error),
    /// A factory or change failed.
    Callback,
    /// The driver does not understand it.
    Unknown(String),
}

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        Fail::Refused(error)
    }
}

/// A result, or why there is none.
pub type Outcome = Result<Json, Fail>;

/// The code of an error in the protocol.
pub fn code(error: Error) -> &'static str {
    match error {
        Error::StaleHandle => "stale_handle",
        Error::OutOfRange => "out_of_range",
        Error::Full => "full",
        Error::Exists => "exists",
        Error::Missing => "missing",
        Error::Conflict => "conflict",
        Error::InvalidArgument => "invalid_argument",
    }
}

impl From<Handle> for Json {
    fn from(handle: Handle) -> Json {
        Json::list([handle.slot, handle.generation, handle.type_id, u32::from(handle.free)])
    }
}

/// What JSON is read as.
pub trait Read: Sized {
    fn read(json: &Json) -> Result<Self, Fail>;
}

macro_rules! read_integers {
    ($($kind:ty),*) => {
        $(impl Read for $kind {
            fn read(json: &Json) -> Result<Self, Fail> {
                number(json)
            }
        })*
    };
}

read_integers!(i32, u32, i64, u64, usize);

/// A flag, as it is or as an entry of an array, where it is 0 or 1.
impl Read for bool {
    fn read(json: &Json) -> Result<Self, Fail> {
        match json {
            Json::Bool(value) => Ok(*value),
            Json::Int(number @ 0..=1) => Ok(*number == 1),
            other => Err(unexpected("a flag", other)),
        }
    }
}

impl Read for String {
    fn read(json: &Json) -> Result<Self, Fail> {
        Ok(text(json)?.to_owned())
    }
}

impl<T: Read> Read for Option<T> {
    fn read(json: &Json) -> Result<Self, Fail> {
        match json {
            Json::Null => Ok(None),
            there => T::read(there).map(Some),
        }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(json: &Json) -> Result<Self, Fail> {
        list(json)?.iter().map(T::read).collect()
    }
}

/// A member of arrays as it is.
pub fn member<'a>(arrays: &'a Json, name: &str) -> Result<&'a Json, Fail> {
    arrays.get(name).ok_or_else(|| Fail::Unknown(format!("no {name} in the arrays")))
}

/// A member of arrays.
pub fn read<T: Read>(arrays: &Json, name: &str) -> Result<T, Fail> {
    T::read(member(arrays, name)?)
}

/// The arguments of an operation, taken from left to right.
pub struct Arguments<'a> {
    rest: std::slice::Iter<'a, Json>,
}

impl<'a> Arguments<'a> {
    pub fn new(arguments: &'a [Json]) -> Self {
        Arguments { rest: arguments.iter() }
    }

    /// The next argument as it is.
    pub fn json(&mut self) -> Result<&'a Json, Fail> {
        self.rest.next().ok_or_else(|| Fail::Unknown("an argument is missing".to_owned()))
    }

    /// An integer of a width.
    pub fn number<T: TryFrom<i128>>(&mut self) -> Result<T, Fail> {
        number(self.json()?)
    }

    /// How many are to have room; `Full` if they are more than any memory holds.
    pub fn count(&mut self) -> Result<usize, Fail> {
        let count: u128 = self.number()?;
        usize::try_from(count).map_err(|_| Fail::from(Error::Full))
    }

    pub fn bool(&mut self) -> Result<bool, Fail> {
        match self.json()? {
            Json::Bool(value) => Ok(*value),
            other => Err(unexpected("a bool", other)),
        }
    }

    pub fn text(&mut self) -> Result<&'a str, Fail> {
        text(self.json()?)
    }

    pub fn float(&mut self) -> Result<f64, Fail> {
        float(self.json()?)
    }

    pub fn handle(&mut self) -> Result<Handle, Fail> {
        handle(self.json()?)
    }

    /// A deletion policy; the first one if it is left out.
    pub fn deletion(&mut self) -> Result<DeletionPolicy, Fail> {
        self.rest.next().map_or(Ok(DeletionPolicy::SwapPop), deletion)
    }

    /// A list, each entry read by `read`.
    pub fn list<T>(&mut self, read: fn(&'a Json) -> Result<T, Fail>) -> Result<Vec<T>, Fail> {
        list(self.json()?)?.iter().map(read).collect()
    }

    pub fn handles(&mut self) -> Result<Vec<Handle>, Fail> {
        self.list(handle)
    }

    /// A factory: what it makes, or how it fails.
    pub fn factory(&mut self) -> Result<impl Fn() -> Result<i64, Fail>, Fail> {
        let made = match self.json()?.get("make") {
            Some(value) => Some(number(value)?),
            None => None,
        };
        Ok(move || made.ok_or(Fail::Callback))
    }

    /// A change: the old value plus a number, modulo 2, or a failure.
    pub fn change(&mut self) -> Result<impl Fn(&i64) -> Result<i64, Fail>, Fail> {
        let added: Option<i64> = match self.json()?.get("add") {
            Some(value) => Some(number(value)?),
            None => None,
        };
        Ok(move |old: &i64| Ok((old + added.ok_or(Fail::Callback)?).rem_euclid(2)))
    }

    /// An order of values.
    pub fn value_order(&mut self) -> Result<fn(&i64, &i64) -> bool, Fail> {
        match self.text()? {
            "halves" => Ok(|first, second| first.div_euclid(2) > second.div_euclid(2)),
            "falling" => Ok(|first, second| first < second),
            other => Err(Fail::Unknown(format!("no order of values: {other}"))),
        }
    }

    /// An order of handles.
    pub fn handle_order(&mut self) -> Result<fn(Handle, Handle) -> bool, Fail> {
        match self.text()? {
            "earlier" => Ok(|first, second| first.slot < second.slot),
            other => Err(Fail::Unknown(format!("no order of handles: {other}"))),
        }
    }

    /// A key by which handles are sorted.
    pub fn sort_key(&mut self) -> Result<fn(Handle) -> i64, Fail> {
        match self.text()? {
            "by_slot" => Ok(|handle| -i64::from(handle.slot)),
            "by_parity" => Ok(|handle| i64::from(handle.slot % 2)),
            other => Err(Fail::Unknown(format!("no sort key: {other}"))),
        }
    }
}

fn unexpected(wanted: &str, found: &Json) -> Fail {
    Fail::Unknown(format!("not {wanted}: {found:?}"))
}

/// An integer of a width; what 64 bits do not hold is the greatest that they hold.
pub fn number<T: TryFrom<i128>>(json: &Json) -> Result<T, Fail> {
    match json {
        Json::Int(number) => T::try_from(*number)
            .or_else(|_| T::try_from((*number).min(u64::MAX.into())))
            .map_err(|_| unexpected("an integer of this width", json)),
        other => Err(unexpected("an integer", other)),
    }
}

pub fn float(json: &Json) -> Result<f64, Fail> {
    match json {
        Json::Int(number) => Ok(*number as f64),
        Json::Float(number) => Ok(*number),
        other => Err(unexpected("a number", other)),
    }
}

pub fn text(json: &Json) -> Result<&str, Fail> {
    match json {
        Json::Text(text) => Ok(text),
        other => Err(unexpected("a string", other)),
    }
}

pub fn list(json: &Json) -> Result<&[Json], Fail> {
    match json {
        Json::List(entries) => Ok(entries),
        other => Err(unexpected("a list", other)),
    }
}

/// `[slot, generation]`, `[slot, generation, type_id]` or `[slot, generation, type_id, free]`.
pub fn handle(json: &Json) -> Result<Handle, Fail> {
    let mut fields = [0u32; 4];
    let given = list(json)?;
    if !(2..=4).contains(&given.len()) {
        return Err(unexpected("a handle", json));
    }
    for (field, entry) in fields.iter_mut().zip(given) {
        *field = number(entry)?;
    }
    let [slot, generation, type_id, free] = fields;
    Ok(Handle { free: free != 0, type_id, generation, slot })
}

/// A pair, each half read on its own.
pub fn pair<'a, A, B>(
    json: &'a Json,
    first: impl Fn(&'a Json) -> Result<A, Fail>,
    second: impl Fn(&'a Json) -> Result<B, Fail>,
) -> Result<(A, B), Fail> {
    match list(json)? {
        [left, right] => Ok((first(left)?, second(right)?)),
        _ => Err(unexpected("a pair", json)),
    }
}

fn deletion(json: &Json) -> Result<DeletionPolicy, Fail> {
    match text(json)? {
        "swap_pop" => Ok(DeletionPolicy::SwapPop),
        "in_place" => Ok(DeletionPolicy::InPlace),
        _ => Err(unexpected("a deletion policy", json)),
    }
}

/// The configuration of a container; a key left out has its default.
pub struct Config<'a>(pub BTreeMap<&'a str, &'a Json>);

impl<'a> Config<'a> {
    /// The members of an object, or none.
    pub fn new(json: Option<&'a Json>) -> Self {
        match json {
            Some(Json::Object(members)) => Config(members.iter().map(|(name, value)| (name.as_str(), value)).collect()),
            _ => Config(BTreeMap::new()),
        }
    }

    pub fn number<T: TryFrom<i128>>(&self, name: &str, default: T) -> Result<T, Fail> {
        self.0.get(name).map_or(Ok(default), |value| number(value))
    }

    pub fn float(&self, name: &str, default: f64) -> Result<f64, Fail> {
        self.0.get(name).map_or(Ok(default), |value| float(value))
    }

    pub fn flag(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some(Json::Bool(true)))
    }

    /// The one of the named choices that is configured, or the first.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<T, Fail> {
        let Some(value) = self.0.get(name) else {
            return Ok(choices[0].1);
        };
        let wanted = text(value)?;
        let found = choices.iter().find(|(choice, _)| *choice == wanted);
        found.map(|(_, choice)| *choice).ok_or_else(|| unexpected(name, value))
    }

    pub fn generation(&self) -> Result<GenerationPolicy, Fail> {
        self.choice("generation", &[("retire", GenerationPolicy::Retire), ("wrap", GenerationPolicy::Wrap)])
    }

    pub fn free_order(&self) -> Result<FreeOrder, Fail> {
        self.choice("free_order", &[("fifo", FreeOrder::Fifo), ("lifo", FreeOrder::Lifo)])
    }

    pub fn deletion(&self) -> Result<DeletionPolicy, Fail> {
        self.0.get("deletion").map_or(Ok(DeletionPolicy::SwapPop), |value| deletion(value))
    }
}
