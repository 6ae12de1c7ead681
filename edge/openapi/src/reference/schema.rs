use serde_json::Value;

/// Writes a type: its members, its variants, or what its text must be.
pub(super) fn write(text: &mut String, name: &str, schema: &Value) {
    text.push_str(&format!("\n### Type `{name}`\n\n{}\n", about(schema)));
    if let Some(variants) = schema["oneOf"].as_array() {
        text.push('\n');
        variants.iter().for_each(|variant| write_variant(text, variant));
    } else if schema.get("properties").is_some() {
        write_members(text, schema);
    } else {
        text.push_str(&format!("\nIn JSON: {}.\n", kind(schema)));
    }
}

fn write_variant(text: &mut String, variant: &Value) {
    let tag = |(_, schema): (&String, &Value)| schema["const"].as_str().map(str::to_owned);
    let tags = variant["properties"].as_object().into_iter().flatten().find_map(tag);
    let word = tags.or_else(|| variant["const"].as_str().map(str::to_owned));
    let Some(word) = word else {
        text.push_str(&format!("- {}: {}\n", kind(variant), about(variant)));
        return;
    };
    text.push_str(&format!("- `{word}`: {}", about(variant)));
    let members = variant["properties"].as_object().into_iter().flatten();
    let members = members.filter(|(_, schema)| schema.get("const").is_none());
    let members: Vec<_> = members.map(|(name, schema)| format!("`{name}` ({})", kind(schema))).collect();
    if !members.is_empty() {
        text.push_str(&format!(" Members: {}.", members.join(", ")));
    }
    if let Some(path) = variant["$ref"].as_str() {
        text.push_str(&format!(" Members: those of {}.", link(name_of(path))));
    }
    text.push('\n');
}

fn write_members(text: &mut String, schema: &Value) {
    text.push_str("\n| member | | |\n|---|---|---|\n");
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let optional = if required.iter().any(|each| each == name) { "" } else { "?" };
        text.push_str(&format!("| `{name}`{optional} | {} | {} |\n", kind(member), about(member)));
    }
}

fn about(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// What a value of a schema is, in a few words.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        return link(name_of(path));
    }
    if let Some(variants) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return variants.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    if let Some(word) = schema.get("const") {
        return format!("`{word}`");
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<_> =
            words.iter().map(|word| format!("`{}`", word.as_str().unwrap_or_default())).collect();
        return words.join(", ");
    }
    let types: Vec<_> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        single => single.as_str().into_iter().collect(),
    };
    let words: Vec<_> = types.iter().map(|word| word_of(word, schema)).collect();
    words.join(" or ") + &bounds(schema)
}

fn word_of(word: &str, schema: &Value) -> String {
    match word {
        "array" => format!("array of {}", kind(&schema["items"])),
        "integer" => "whole number".to_owned(),
        "string" => "text".to_owned(),
        other => other.to_owned(),
    }
}

fn bounds(schema: &Value) -> String {
    let number = |name: &str| schema[name].as_u64();
    let default = number("default").map(|default| format!(", {default} by default")).unwrap_or_default();
    match (number("minimum"), number("maximum")) {
        (Some(min), Some(max)) => format!(", {min} to {max}{default}"),
        (Some(min @ 1..), None) => format!(", at least {min}{default}"),
        _ => default,
    }
}

/// The last part of a reference.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn link(name: &str) -> String {
    format!("[`{name}`](#type-{})", name.to_lowercase())
}
