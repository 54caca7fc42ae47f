//! Why an operation was refused; it has changed nothing then.

use std::fmt;

/// The closed set of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Error {
    /// The handle names nothing alive: erased, of another type, or never issued.
    StaleHandle,
    /// An index, slot or position lies outside the container.
    OutOfRange,
    /// No room is left, and the widths allow no growth.
    Full,
    /// The element is already there.
    Exists,
    /// The element is not there.
    Missing,
    /// Two claims to the same thing, such as two groups that would own one pool.
    Conflict,
    /// The argument has a value the operation never accepts.
    InvalidArgument,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::StaleHandle => "the handle is not live",
            Error::OutOfRange => "outside the container",
            Error::Full => "no room is left",
            Error::Exists => "already there",
            Error::Missing => "not there",
            Error::Conflict => "claimed twice",
            Error::InvalidArgument => "no such argument",
        })
    }
}

impl std::error::Error for Error {}
