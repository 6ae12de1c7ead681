//! The secrets of a deployment: those that are missing are made, or asked for.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use docket_core::settings::{InvalidSetting, names};

use super::wrangler::Wrangler;
use crate::{
    commands::{account, entry},
    random, terminal,
};

/// Asks a person for the value of a secret. `None` if nobody answers.
pub(super) type Ask<'a> = &'a mut dyn FnMut(&InvalidSetting) -> Result<Option<String>>;

/// Sets the secrets that the deployment needs and does not have. Fails if one is left.
pub(super) fn complete(wrangler: &Wrangler<'_>, needed: &[InvalidSetting], ask: Ask<'_>) -> Result<()> {
    let present = wrangler.secrets()?;
    let (mut set, mut left) = (BTreeMap::new(), Vec::new());
    for missing in needed.iter().filter(|needed| !present.contains(&needed.name)) {
        let value = match missing.name.as_str() {
            names::SESSION_SECRET => Some(random::secret()),
            _ => ask(missing)?,
        };
        match value {
            Some(value) => drop(set.insert(missing.name.as_str(), value)),
            None => left.push(format!("{missing}. {}", missing.remedy())),
        }
    }
    if !set.is_empty() {
        wrangler.put_secrets(&set)?;
    }
    if left.is_empty() {
        return Ok(());
    }
    bail!("deployed, but not configured, so that Docket responds with 503:\n  {}", left.join("\n  "))
}

/// Asks at the terminal, if there is one.
pub(super) fn ask(missing: &InvalidSetting) -> Result<Option<String>> {
    if !terminal::has_person() {
        return Ok(None);
    }
    terminal::heading(&missing.to_string());
    if missing.name == names::ACCOUNTS {
        return ask_account();
    }
    let value = rpassword::prompt_password("Value (empty: leave it out): ")?;
    Ok(Some(value.trim().to_owned()).filter(|value| !value.is_empty()))
}

/// The list with the first person who signs in.
fn ask_account() -> Result<Option<String>> {
    let name = terminal::prompt("Name of the first person who signs in with a passphrase (empty: nobody): ")?;
    if name.is_empty() {
        return Ok(None);
    }
    let is_free = terminal::prompt("Is it the Workers Free plan? [y/N] ")?.eq_ignore_ascii_case("y");
    let list = entry::list(&account::make(&name, is_free)?);
    println!("{}, to keep for a further entry:\n\n    {list}\n", names::ACCOUNTS);
    Ok(Some(list))
}
