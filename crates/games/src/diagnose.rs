//! Faults of a file, drawn with the lines they are in.

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
        LoadFault::UnknownScenario { .. } | LoadFault::SameName { .. } => format!("error: {fault}"),
    }
}

fn one(file: &str, text: &str, fault: &Diagnostic, renderer: &Renderer) -> String {
    let title = Level::ERROR.primary_title(&fault.message);
    let mut group = match &fault.span {
        Some(span) => {
            let end = span.end.min(text.len());
            let span = span.start.min(end)..end;
            title.element(
                Snippet::source(text)
                    .path(file)
                    .annotation(AnnotationKind::Primary.span(span)),
            )
        }
        None => Group::with_title(title),
    };
    if let Some(help) = &fault.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group]).to_string()
}
