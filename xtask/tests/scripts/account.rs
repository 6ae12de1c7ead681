use std::process::Output;

use docket_core::{
    auth::{
        passphrase::{self, is_weak},
        pbkdf2::Pbkdf2Hash,
    },
    settings::names,
};
use fs_err as fs;
use serde_json::{Value, json};

use super::{call, node, problem, scripts};

/// The words of generated passphrases, which the package has in a file of its own.
const WORDS: &str = include_str!("../../src/passphrase_words.txt");

#[test]
fn account_accepts_the_names_and_passphrases_of_the_worker() {
    let long = "x".repeat(65);
    let names_of_people = ["ada", "", " ada", "ada ", "token:ci", "a\tb", "żółć", &long, &long[1..], "ada b"];
    let said = call("account.mjs", "nameFault", names_of_people.iter().map(|name| json!([name])));
    let hash = passphrase::hash("correct horse", &[1; 16]).unwrap();
    for (name, said) in names_of_people.iter().zip(said) {
        let refused = problem(names::ACCOUNTS, &json!([{ "name": name, "hash": hash }]).to_string());
        assert_eq!(said.is_string(), refused.is_some(), "{name:?}: {said}");
    }
    let long = "x".repeat(1025);
    let passphrases = [
        "",
        "hunter2",
        "12345678901",
        "123456789012",
        "a b c d e f",
        "we we go we",
        "we go to it",
        "fig-elk-oak",
        "fig-elk-oak-x",
        "żółć-żółć-12",
        "          x     ",
        "correct horse",
        &long,
        &long[1..],
    ];
    let said = call("account.mjs", "passphraseFault", passphrases.iter().map(|phrase| json!([phrase])));
    for (phrase, said) in passphrases.iter().zip(said) {
        assert_eq!(said.is_string(), is_weak(phrase) || phrase.len() > 1024, "{phrase:?}: {said}");
    }
}

/// The output of account.mjs, in a folder with what the package has beside it.
fn account(args: &[&str], input: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(scripts().join("account.mjs"), folder.path().join("account.mjs")).unwrap();
    fs::write(folder.path().join("words.txt"), WORDS).unwrap();
    fs::write(folder.path().join("release.json"), r#"{"wrangler": "4.0.0"}"#).unwrap();
    node::run(folder.path(), &[&["account.mjs"], args].concat(), input)
}

/// The entry in an output, and the passphrase if it was generated.
fn entry(output: &Output) -> (Value, Option<String>) {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let mut blocks = text.lines().filter_map(|line| line.strip_prefix("    "));
    let passphrase = text.starts_with("passphrase").then(|| blocks.next().unwrap().to_owned());
    let list: Vec<Value> = serde_json::from_str(blocks.next_back().unwrap()).unwrap();
    (list[0].clone(), passphrase)
}

#[test]
fn an_entry_of_account_is_one_that_the_worker_verifies() {
    let (given, generated) = entry(&account(&["--name", "ada"], "correct horse\n"));
    assert_eq!((given["name"].as_str(), generated), (Some("ada"), None));
    let hash = given["hash"].as_str().unwrap();
    // The parameters, and so the time of a sign-in, are those of the other accounts.
    let own = passphrase::hash("correct horse", &[1; 16]).unwrap();
    assert_eq!(hash.split('$').take(4).collect::<Vec<_>>(), own.split('$').take(4).collect::<Vec<_>>());
    assert!(passphrase::verify("correct horse", hash) && !passphrase::verify("correct hors", hash));
    assert_eq!(problem(names::ACCOUNTS, &json!([given]).to_string()), None);

    let (made, generated) = entry(&account(&["--name", "ada"], ""));
    let generated = generated.unwrap();
    assert_eq!(generated.split('-').count(), 8);
    assert!(passphrase::verify(&generated, made["hash"].as_str().unwrap()));
}

#[test]
fn an_entry_for_the_free_plan_is_one_that_the_worker_verifies() {
    let (made, generated) = entry(&account(&["--name", "ada", "--free-plan"], "correct horse\n"));
    let generated = generated.expect("a generated passphrase, whatever the input");
    let hash = Pbkdf2Hash::parse(made["hash"].as_str().unwrap()).unwrap();
    let salt: [u8; 16] = hash.salt.clone().try_into().unwrap();
    assert_eq!(Pbkdf2Hash::new(&generated, &salt), hash);
}

#[test]
fn account_says_what_it_refuses() {
    for (args, input, sentence) in [
        (&["--name", "ada"][..], "hunter2", "the passphrase is too short"),
        (&["--name", "token:ci"][..], "correct horse", "no colons"),
        (&[][..], "", "usage: node account.mjs --name NAME"),
        (&["--nam", "ada"][..], "", "--nam"),
    ] {
        let output = account(args, input);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(sentence), "{args:?}: {said}");
        assert_eq!(said.trim().lines().count(), 1, "{said}");
    }
}
