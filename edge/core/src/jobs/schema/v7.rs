/// Prompt templates, and their earlier versions.
pub(super) const STATEMENTS: &[&str] = &[
    // The variables are those of the text: a list does not read the texts.
    "CREATE TABLE templates (
        id TEXT PRIMARY KEY NOT NULL,
        name TEXT UNIQUE NOT NULL,
        text TEXT NOT NULL,
        variables TEXT NOT NULL,
        version INTEGER NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL
    ) STRICT",
    // The newest version of each template is not among them.
    "CREATE TABLE template_versions (
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (id, version)
    ) STRICT",
];
