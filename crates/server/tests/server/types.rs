//! The page's types are those of the server.

#[test]
fn the_committed_types_are_the_generated_ones() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api/types.ts");
    let committed = std::fs::read_to_string(path).unwrap();
    assert!(
        committed == server::api::typescript::file(),
        "run `cargo run -p schiltron-server --example types`"
    );
}
