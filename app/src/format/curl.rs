//! Calls of Docket's API as commands for a shell.

/// The command that gets a URL. It reads the person's token from a variable of the shell.
pub(crate) fn get(url: &str) -> String {
    format!("curl --header \"Authorization: Bearer $DOCKET_TOKEN\" {}", quoted(url))
}

/// One word of a POSIX shell, whatever the text has.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn the_command_has_a_placeholder_for_the_token() {
        assert_eq!(
            get("https://docket.example/api/projects/acme/jobs/job%3A1"),
            "curl --header \"Authorization: Bearer $DOCKET_TOKEN\" 'https://docket.example/api/projects/acme/jobs/job%3A1'"
        );
    }

    #[test]
    fn a_shell_reads_one_word_as_it_was() {
        for text in
            ["plain", "it's", "$(touch x) `id` $HOME", "a b\t\"c\" \\ ; & | > < * ? ~ #", "''", "", "é\nü"]
        {
            let command = format!("printf %s {}", quoted(text));
            let shell = Command::new("sh").args(["-c", &command]).output().unwrap();
            assert_eq!(String::from_utf8(shell.stdout).unwrap(), text, "{command}");
        }
    }
}
