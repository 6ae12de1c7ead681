//! Has the linker emit relocations, from which the build splits the module.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // The relocations say which function uses which other one.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
