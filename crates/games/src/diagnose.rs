//! Faults of a file, drawn with the lines they are in. Nothing in a file does anything to the terminal: what is drawn has no control
//! characters but those of our own colours, and the drawing shows those of a line by signs.

use crate::scenario::LoadFault;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use kernel::Diagnostic;

/// Plain text, for terminals without colour, logs and tests.
pub fn plain(fault: &LoadFault) -> String {
    draw(fault, &Renderer::plain())
}

pub fn coloured(fault: &LoadFault) -> String {
    draw(fault, &Renderer::styled())
}

fn draw(fault: &LoadFault, renderer: &Renderer) -> String {
    match fault {
        LoadFault::File { file, text, faults } => {
            let drawn: Vec<String> = faults.iter().map(|d| one(file, text, d, renderer)).collect();
            drawn.join("\n\n")
        }
        LoadFault::Options(faults) => {
            let drawn: Vec<String> = faults.iter().map(|d| one("options", "", d, renderer)).collect();
            drawn.join("\n\n")
        }
        LoadFault::UnknownScenario { .. } | LoadFault::SameName { .. } => {
            format!("error: {}", harmless(&fault.to_string()))
        }
    }
}

fn one(file: &str, text: &str, fault: &Diagnostic, renderer: &Renderer) -> String {
    let (message, help) = (harmless(&fault.message), fault.help.as_deref().map(harmless));
    let title = Level::ERROR.primary_title(message);
    let mut group = match &fault.span {
        Some(span) => {
            let end = span.end.min(text.len());
            let span = span.start.min(end)..end;
            title.element(
                Snippet::source(text)
                    .path(harmless(file))
                    .annotation(AnnotationKind::Primary.span(span)),
            )
        }
        None => Group::with_title(title),
    };
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group]).to_string()
}

/// Words of files, requests and names as they may be written to a terminal: control characters are spelled out, and do nothing.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_control() && c != '\n' && c != '\t' {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    out
}
