#[test]
fn the_documentation_has_the_table_of_faults() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/stand-in.md")).unwrap();
    let table = format!("<!-- cargo xtask docs: faults -->\n{}<!-- end -->\n", docket_sim::fault_table());
    assert!(page.contains(&table), "docs/stand-in.md is out of date: `cargo xtask docs` writes it");
}
