//! People who sign in with a passphrase.

use docket_wire::CallerName;

use crate::auth::passphrase;

/// A person who signs in with a passphrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// The name, as the ledger has it.
    pub name: CallerName,
    /// Argon2id hash of the passphrase, as a PHC string.
    pub hash: String,
}

/// The operator with this name and passphrase. An unknown name takes as long as a wrong passphrase, so that the time
/// does not reveal which names exist.
#[must_use]
pub fn authenticate<'a>(operators: &'a [Operator], name: &str, passphrase: &str) -> Option<&'a Operator> {
    let operator = operators.iter().find(|operator| operator.name.0 == name);
    // For an unknown name, the hash of another operator costs the same time. Its result is ignored.
    let hash = operator.or(operators.first()).map_or("", |operator| operator.hash.as_str());
    let is_correct = passphrase::verify(passphrase, hash);
    operator.filter(|_| is_correct)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_passphrase_must_match() {
        let hash = passphrase::hash("correct horse", &[2; 16]).unwrap();
        let operators = [Operator { name: CallerName("ada".into()), hash }];
        let who =
            |name, passphrase| authenticate(&operators, name, passphrase).map(|found| found.name.0.as_str());
        assert_eq!(who("ada", "correct horse"), Some("ada"));
        for (name, passphrase) in
            [("ada", "wrong"), ("eve", "correct horse"), ("", ""), ("Ada", "correct horse")]
        {
            assert_eq!(who(name, passphrase), None, "{name}");
        }
    }
}
