//! Makes the linker emit the relocations that the split of the module needs.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // The relocations tell which function uses which other one.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
