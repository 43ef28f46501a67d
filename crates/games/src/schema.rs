//! JSON Schemas of the file formats, for editors.

use crate::Shelf;

/// Name of the file under `data/schema` and its content.
pub fn all() -> Vec<(&'static str, String)> {
    let map = ("map.json", schemars::schema_for!(board::file::MapFile));
    let shelf = Shelf::standard();
    let schemas = shelf.systems().flat_map(|system| system.schemas());
    let text = |schema: schemars::Schema| {
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
        format!("{text}\n")
    };
    let lesson = ("lesson.json", schemars::schema_for!(crate::lesson::LessonFile));
    [map, lesson]
        .into_iter()
        .chain(schemas)
        .map(|(name, schema)| (name, text(schema)))
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test finds the kept schemas in files")]
    fn the_schemas_in_data_are_current() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/schema");
        for (name, schema) in super::all() {
            let kept = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            assert!(
                schema == kept,
                "write data/schema/{name} again: schiltron schema {name} > data/schema/{name}"
            );
        }
    }
}
