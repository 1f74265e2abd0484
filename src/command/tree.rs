use std::fmt;

use barrow::expr::{Arena, Constant, Id, View};

/// Lines beyond which a tree is cut.
const LINES: usize = 400;

/// An expression as an indented tree, a node a line.
pub struct Tree<'a> {
    pub arena: &'a Arena,
    pub root: Id,
}

impl Tree<'_> {
    fn label(&self, id: Id) -> String {
        match self.arena.view(id) {
            View::Number(_) => self.arena.plain(id).limit(60).to_string(),
            View::Constant(Constant::Pi) => "pi, the number".into(),
            View::Constant(Constant::E) => "e, Euler's number".into(),
            View::Constant(Constant::I) => "i, the imaginary unit".into(),
            View::Symbol(symbol) => self.arena.name(symbol).to_owned(),
            View::Sum(_) => "sum".into(),
            View::Product(_) => "product".into(),
            View::Power(..) => "power".into(),
            View::Call(function, _) => function.name().to_owned(),
        }
    }
}

impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut waiting = vec![(self.root, 0)];
        let mut lines = 0;
        while let Some((id, depth)) = waiting.pop() {
            lines += 1;
            if lines > LINES {
                return writeln!(f, "…");
            }
            writeln!(f, "{:indent$}{}", "", self.label(id), indent = 2 * depth)?;
            let children = self.arena.children(id);
            waiting.extend(
                children
                    .as_slice()
                    .iter()
                    .rev()
                    .map(|&child| (child, depth + 1)),
            );
        }
        Ok(())
    }
}
