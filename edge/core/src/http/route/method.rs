/// The methods that routes take. `HEAD` is answered like `GET`, without the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequestMethod {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl RequestMethod {
    /// All, in the order of an `Allow` header.
    pub(super) const ALL: [Self; 5] = [Self::Get, Self::Post, Self::Put, Self::Patch, Self::Delete];

    /// The method of a request, or none if no route takes it.
    #[must_use]
    pub fn parse(method: &str) -> Option<Self> {
        match method {
            "GET" | "HEAD" => Some(Self::Get),
            "POST" => Some(Self::Post),
            "PUT" => Some(Self::Put),
            "PATCH" => Some(Self::Patch),
            "DELETE" => Some(Self::Delete),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }

    /// Its part of an `Allow` header.
    pub(super) fn allow(self) -> &'static str {
        match self {
            Self::Get => "GET, HEAD",
            other => other.as_str(),
        }
    }
}
