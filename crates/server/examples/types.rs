//! Writes the page's types: `cargo run -p schiltron-server --example types`.

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api");
    std::fs::create_dir_all(folder)?;
    std::fs::write(format!("{folder}/types.ts"), server::api::typescript::file())
}
