use serde_json::Value;

/// Characters of a line beyond which an object or array has its members on lines of their own.
const LINE_CHARS_MAX: usize = 110;

pub(super) fn block(text: &mut String, example: &Value) {
    let written = match example {
        Value::String(file) => file.trim_end().to_owned(),
        value => write(value, 0),
    };
    text.push('\n');
    for line in written.lines() {
        text.push_str(&format!("    {line}\n"));
    }
}

fn write(value: &Value, indent: usize) -> String {
    let line = on_one_line(value);
    if indent + line.chars().count() <= LINE_CHARS_MAX {
        return line;
    }
    let inner = " ".repeat(indent + 2);
    let (open, close, items): (_, _, Vec<_>) = match value {
        Value::Object(members) => {
            let member =
                |(name, value): (&String, &Value)| format!("{inner}\"{name}\": {}", write(value, indent + 2));
            ('{', '}', members.iter().map(member).collect())
        }
        Value::Array(items) => {
            ('[', ']', items.iter().map(|item| format!("{inner}{}", write(item, indent + 2))).collect())
        }
        _ => return line,
    };
    format!("{open}\n{}\n{}{close}", items.join(",\n"), " ".repeat(indent))
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| format!("\"{name}\": {}", on_one_line(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
