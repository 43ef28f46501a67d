//! JSON Schemas of the file formats, for editors.

/// Name of the file under `data/schema` and its content.
pub fn all() -> Vec<(&'static str, String)> {
    let text = |schema: schemars::Schema| {
        let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
        text.push('\n');
        text
    };
    vec![
        ("map.json", text(schemars::schema_for!(board::file::MapFile))),
        (
            "edward-scenario.json",
            text(schemars::schema_for!(quad::edward::scenario::ScenarioFile)),
        ),
        (
            "quad-scenario.json",
            text(schemars::schema_for!(quad::robert::scenario::ScenarioFile)),
        ),
        (
            "medieval-scenario.json",
            text(schemars::schema_for!(medieval::scenario::ScenarioFile)),
        ),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_schemas_in_data_are_current() {
        let kept = [
            include_str!("../../../data/schema/map.json"),
            include_str!("../../../data/schema/edward-scenario.json"),
            include_str!("../../../data/schema/quad-scenario.json"),
            include_str!("../../../data/schema/medieval-scenario.json"),
        ];
        for ((name, schema), kept) in super::all().into_iter().zip(kept) {
            assert_eq!(
                schema, kept,
                "write data/schema/{name} again: schiltron schema {name} > data/schema/{name}"
            );
        }
    }
}
