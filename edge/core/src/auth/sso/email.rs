use std::fmt;

/// The maximum of RFC 5321.
const BYTES_MAX: usize = 254;

/// An e-mail address in lower case.
///
/// Only ASCII letters change their case: in Unicode, other letters become ASCII ones, so that two different addresses
/// could become the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Email(String);

impl Email {
    /// Reads an address. It has one `@`, and nothing that would let it pass for a program or break a line.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (name, domain) = text.split_once('@')?;
        let is_plain = !text.chars().any(|c| c.is_control() || c.is_whitespace() || matches!(c, ':' | ','));
        let is_whole = !name.is_empty() && !domain.is_empty() && !domain.contains('@');
        (is_plain && is_whole && text.len() <= BYTES_MAX).then(|| Self(text.to_ascii_lowercase()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What follows the `@`.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.0.split_once('@').map_or("", |(_, domain)| domain)
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ascii_letters_change_their_case() {
        let email = Email::parse("Ada@Acme.Example").unwrap();
        assert_eq!((email.as_str(), email.domain()), ("ada@acme.example", "acme.example"));
        // In lower case, the Kelvin sign is a k.
        assert_ne!(Email::parse("\u{212a}ate@acme.example"), Email::parse("kate@acme.example"));
    }

    #[test]
    fn an_address_has_one_at_sign_and_no_name_of_a_program() {
        let long = format!("{}@a.example", "x".repeat(BYTES_MAX));
        for bad in ["", "ada", "@a.example", "ada@", "a@b@c", "token:ci@a", "a b@c", "a\n@b", "a,b@c", &long]
        {
            assert_eq!(Email::parse(bad), None, "{bad}");
        }
    }
}
