//! The page is built by Node and embedded here. Without it this crate still builds, with a page that says what to do.

use std::fs;
use std::path::Path;

const PLACEHOLDER: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Schiltron</title>
<h1>The page has not been built</h1>
<p>Run <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>, then build the program again.</p>
</html>
";

fn main() {
    let page = Path::new("../../web/dist");
    let index = page.join("index.html");
    if !index.exists() {
        fs::create_dir_all(page).expect("the folder of the page can be made");
        fs::write(index, PLACEHOLDER).expect("a page can be written to it");
    }
    // The page is not watched here: the compiler knows the files that it embeds, and builds this crate again if they change.
    println!("cargo::rerun-if-changed=build.rs");
}
