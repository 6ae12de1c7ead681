//! The accounts of people who sign in with a passphrase.

use docket_wire::CallerName;

use crate::auth::passphrase;
use crate::auth::pbkdf2::Pbkdf2Hash;

/// The account of a person who signs in with a passphrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The name, as the ledger has it.
    pub name: CallerName,
    /// Argon2id or PBKDF2 hash of the passphrase, as a PHC string.
    pub hash: String,
}

impl Account {
    /// Maximum length of a name, in characters.
    pub const NAME_CHARS_MAX: usize = 64;
}

/// A person who claims an account, until the passphrase is checked.
#[derive(Debug)]
pub struct Claim<'a> {
    account: Option<&'a Account>,
    hash: &'a str,
}

impl<'a> Claim<'a> {
    /// The claim to a name. An unknown name takes as long to check as a wrong passphrase, so that the time does not
    /// reveal which names exist: it is checked with the hash of an account, and the result is ignored. Always the same
    /// one for a name, but not for all of them, because hashes of two kinds take different times.
    #[must_use]
    pub fn new(accounts: &'a [Account], name: &str) -> Self {
        let account = accounts.iter().find(|account| account.name.0 == name);
        let sum: usize = name.bytes().map(usize::from).sum();
        let other = sum.checked_rem(accounts.len()).and_then(|place| accounts.get(place));
        Self { account, hash: account.or(other).map_or("", |account| account.hash.as_str()) }
    }

    /// The hash to derive a key for, if it is one of PBKDF2. The runtime derives it.
    #[must_use]
    pub fn pbkdf2(&self) -> Option<Pbkdf2Hash> {
        Pbkdf2Hash::parse(self.hash)
    }

    /// The account, if the passphrase has this Argon2id hash.
    #[must_use]
    pub fn check_passphrase(self, passphrase: &str) -> Option<&'a Account> {
        let is_correct = passphrase::verify(passphrase, self.hash);
        self.account.filter(|_| is_correct)
    }

    /// The account, if the key that the runtime derived is that of the PBKDF2 hash.
    #[must_use]
    pub fn check_key(self, derived: &[u8]) -> Option<&'a Account> {
        let is_correct = self.pbkdf2().is_some_and(|hash| hash.is_key(derived));
        self.account.filter(|_| is_correct)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn name_and_passphrase_must_match() {
        let hash = passphrase::hash("correct horse", &[2; 16]).unwrap();
        let accounts = [Account { name: CallerName("ada".into()), hash }];
        let who = |name, passphrase| {
            Claim::new(&accounts, name).check_passphrase(passphrase).map(|found| found.name.0.as_str())
        };
        assert_eq!(who("ada", "correct horse"), Some("ada"));
        for (name, passphrase) in
            [("ada", "wrong"), ("eve", "correct horse"), ("", ""), ("Ada", "correct horse")]
        {
            assert_eq!(who(name, passphrase), None, "{name}");
        }
        assert!(Claim::new(&[], "ada").check_passphrase("").is_none());
        assert!(Claim::new(&accounts, "ada").pbkdf2().is_none());
        assert!(Claim::new(&accounts, "ada").check_key(&[]).is_none());
    }

    #[test]
    fn unknown_names_are_checked_with_hashes_of_every_account() {
        let account = |name: &str| Account { name: CallerName(name.into()), hash: name.to_owned() };
        let accounts = ["ada", "bob", "cyd"].map(account);
        let hash_of = |name: &str| Claim::new(&accounts, name).hash.to_owned();
        let others: BTreeSet<String> = (0..30).map(|n| hash_of(&format!("eve{n}"))).collect();
        assert_eq!(others.len(), accounts.len());
        assert_eq!(hash_of("eve"), hash_of("eve"));
        assert_eq!(hash_of("bob"), "bob");
    }
}
