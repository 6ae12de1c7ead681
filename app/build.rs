//! Asks the linker to keep what it takes to split the module.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // Without relocations nobody could tell which function uses which other one.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
