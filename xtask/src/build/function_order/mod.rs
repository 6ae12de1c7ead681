//! The order of a module's functions. It means nothing when the module runs, but compression finds again only what is near: functions
//! that have parts in common belong beside each other.

mod similarity;

use std::{collections::HashMap, convert::Infallible};

use anyhow::Result;
use wasm_encoder::{
    CodeSection, FunctionSection, Module,
    reencode::{Error, Reencode},
};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

use self::similarity::by_similarity;

/// The module with its functions in the order in which they compress best.
pub(super) fn order_functions(module: &[u8]) -> Result<Vec<u8>> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = by_similarity(&bodies);
    let places = (imported..).zip(&order).map(|(place, function)| (imported + *function as u32, place));
    let mut reorder = Reorder { places: places.collect(), order };
    let mut ordered = Module::new();
    reorder.parse_core_module(&mut ordered, Parser::new(0), module)?;
    Ok(ordered.finish())
}

/// Moves the functions that a module defines, and changes what refers to them.
struct Reorder {
    /// The functions in their new order, by their places before.
    order: Vec<usize>,
    /// The new index of each function, by the one before. Imported functions come first and stay.
    places: HashMap<u32, u32>,
}

impl Reencode for Reorder {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(self.places.get(&index).copied().unwrap_or(index))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for ty in self.order.iter().filter_map(|function| types.get(*function)) {
            functions.function(*ty);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for body in self.order.clone().into_iter().filter_map(|function| bodies.get(function)) {
            self.parse_function_body(code, body.clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, EntityType, ExportKind, ExportSection, Function, ImportSection, TypeSection,
    };
    use wasmparser::{Operator, Validator};

    use super::*;

    /// A module with an imported function, and one that is exported as `n` for each body. It calls the function before it.
    fn module(bodies: &[&[i64]]) -> Vec<u8> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        types.ty().function([], []);
        imports.import("m", "f", EntityType::Function(0));
        let (mut functions, mut exports, mut code) =
            (FunctionSection::new(), ExportSection::new(), CodeSection::new());
        for (index, constants) in (1..).zip(bodies) {
            functions.function(0);
            exports.export(&index.to_string(), ExportKind::Func, index);
            let mut body = Function::new([]);
            for constant in *constants {
                body.instructions().i64_const(*constant).drop();
            }
            body.instructions().call(index - 1).end();
            code.function(&body);
        }
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
        module.finish()
    }

    /// For each export in the order of the code: its constants, and the export or import that it calls.
    fn read(module: &[u8]) -> Vec<(String, Vec<i64>, String)> {
        let mut names = HashMap::from([(0, "f".to_owned())]);
        let mut read = Vec::new();
        let mut next = 1;
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::ExportSection(section) => {
                    names.extend(
                        section
                            .into_iter()
                            .map(|export| export.unwrap())
                            .map(|export| (export.index, export.name.to_owned())),
                    );
                }
                Payload::CodeSectionEntry(body) => {
                    let (mut constants, mut called) = (Vec::new(), String::new());
                    for operator in body.get_operators_reader().unwrap() {
                        match operator.unwrap() {
                            Operator::I64Const { value } => constants.push(value),
                            Operator::Call { function_index } => called.clone_from(&names[&function_index]),
                            _ => {}
                        }
                    }
                    read.push((names[&next].clone(), constants, called));
                    next += 1;
                }
                _ => {}
            }
        }
        read
    }

    #[test]
    fn functions_move_to_those_they_resemble_and_stay_what_they_are() {
        let (one, other): (Vec<i64>, Vec<i64>) =
            ((0..50).map(|n| n * 7_919).collect(), (0..50).map(|n| n * 104_729 + 1).collect());
        let before =
            module(&[&one, &other, &[one.as_slice(), &[1]].concat(), &[other.as_slice(), &[2]].concat()]);
        let after = order_functions(&before).unwrap();
        Validator::new().validate_all(&after).unwrap();
        let names: Vec<String> = read(&after).into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["1", "3", "2", "4"]);
        let (mut functions, mut moved) = (read(&before), read(&after));
        functions.sort();
        moved.sort();
        assert_eq!(functions, moved);
        assert_eq!(order_functions(&after).unwrap(), after, "nothing is left to move");
    }

    #[test]
    fn a_damaged_module_is_an_error() {
        for damaged in [&b""[..], b"\0asm", b"not wasm at all"] {
            assert!(order_functions(damaged).is_err());
        }
    }
}
