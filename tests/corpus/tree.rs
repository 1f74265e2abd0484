//! A reader of its own for corpus texts, so that the second opinion shares nothing with the crate.

use std::fmt;

#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    Number(String),
    Symbol(String),
    Negative(Box<Tree>),
    Binary(char, Box<Tree>, Box<Tree>),
    Call(String, Vec<Tree>),
}

const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "sech", "csch",
    "asin", "acos", "atan", "acot", "asec", "acsc", "asinh", "acosh", "atanh", "acoth", "asech",
    "acsch", "exp", "log", "sqrt", "cbrt", "abs", "sign", "erf", "erfc", "erfi", "Si", "Ci", "Shi",
    "Chi", "Ei", "li",
];

/// One spelling for each function of the corpora.
fn usual(word: &str) -> String {
    match word {
        "ln" => "log".into(),
        "Abs" => "abs".into(),
        "sgn" => "sign".into(),
        "arsinh" | "arcosh" | "artanh" => word.replacen("ar", "a", 1),
        _ => match word.strip_prefix("arc") {
            Some(rest) if FUNCTIONS.contains(&rest) => format!("a{rest}"),
            _ => word.into(),
        },
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Number(String),
    Word(String),
    Sign(char),
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < characters.len() {
        let c = characters[i];
        let run = |accept: fn(char) -> bool| {
            characters[i..]
                .iter()
                .take_while(|c| accept(**c))
                .collect::<String>()
        };
        let length = if c.is_ascii_digit() {
            let number = run(|c| c.is_ascii_digit() || c == '.');
            tokens.push(Token::Number(number));
            run(|c| c.is_ascii_digit() || c == '.').len()
        } else if c.is_ascii_alphabetic() {
            let word = run(|c| c.is_ascii_alphanumeric() || c == '_');
            let length = word.len();
            tokens.push(Token::Word(usual(&word)));
            length
        } else if c == '*' && characters.get(i + 1) == Some(&'*') {
            tokens.push(Token::Sign('^'));
            2
        } else if "+-*/^(),".contains(c) {
            tokens.push(Token::Sign(c));
            1
        } else if c == ' ' {
            1
        } else {
            return None;
        };
        i += length;
    }
    Some(tokens)
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
}

impl Tree {
    /// Reads a text; `None` for what this reader does not know.
    pub fn read(text: &str) -> Option<Tree> {
        let mut reader = Reader {
            tokens: tokens(text)?,
            next: 0,
        };
        let tree = reader.sum()?;
        (reader.next == reader.tokens.len()).then_some(tree)
    }

    pub fn number(text: impl Into<String>) -> Tree {
        Tree::Number(text.into())
    }

    pub fn binary(operator: char, a: Tree, b: Tree) -> Tree {
        Tree::Binary(operator, Box::new(a), Box::new(b))
    }

    /// Calls `visit` with every node, parents first, until it answers true.
    pub fn visit_mut(&mut self, visit: &mut impl FnMut(&mut Tree) -> bool) -> bool {
        if visit(self) {
            return true;
        }
        match self {
            Tree::Number(_) | Tree::Symbol(_) => false,
            Tree::Negative(a) => a.visit_mut(visit),
            Tree::Binary(_, a, b) => a.visit_mut(visit) || b.visit_mut(visit),
            Tree::Call(_, arguments) => arguments.iter_mut().any(|a| a.visit_mut(visit)),
        }
    }

    /// The names of all symbols.
    pub fn symbols(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.clone().visit_mut(&mut |node| {
            if let Tree::Symbol(name) = node {
                names.push(name.clone());
            }
            false
        });
        names.sort();
        names.dedup();
        names
    }
}

impl Reader {
    fn sign(&mut self, c: char) -> Option<()> {
        (self.tokens.get(self.next) == Some(&Token::Sign(c))).then(|| self.next += 1)
    }

    fn sum(&mut self) -> Option<Tree> {
        let mut sum = self.product()?;
        loop {
            if self.sign('+').is_some() {
                sum = Tree::binary('+', sum, self.product()?);
            } else if self.sign('-').is_some() {
                sum = Tree::binary('-', sum, self.product()?);
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<Tree> {
        let mut product = self.signed()?;
        let mut divided = false;
        loop {
            if self.sign('*').is_some() {
                product = Tree::binary('*', product, self.signed()?);
                divided = false;
            } else if self.sign('/').is_some() {
                product = Tree::binary('/', product, self.signed()?);
                divided = true;
            } else {
                match self.tokens.get(self.next) {
                    // What a product without a sign means after a division, readers differ on.
                    Some(Token::Number(_) | Token::Word(_) | Token::Sign('(')) if !divided => {
                        product = Tree::binary('*', product, self.power()?);
                    }
                    Some(Token::Number(_) | Token::Word(_) | Token::Sign('(')) => return None,
                    _ => return Some(product),
                }
            }
        }
    }

    fn signed(&mut self) -> Option<Tree> {
        if self.sign('-').is_some() {
            Some(Tree::Negative(Box::new(self.signed()?)))
        } else if self.sign('+').is_some() {
            self.signed()
        } else {
            self.power()
        }
    }

    fn power(&mut self) -> Option<Tree> {
        let base = self.atom()?;
        if self.sign('^').is_some() {
            return Some(Tree::binary('^', base, self.signed()?));
        }
        Some(base)
    }

    fn atom(&mut self) -> Option<Tree> {
        let token = self.tokens.get(self.next)?.clone();
        self.next += 1;
        match token {
            Token::Number(text) => Some(Tree::Number(text)),
            Token::Word(name) if FUNCTIONS.contains(&name.as_str()) => {
                self.sign('(')?;
                let mut arguments = vec![self.sum()?];
                while self.sign(',').is_some() {
                    arguments.push(self.sum()?);
                }
                self.sign(')')?;
                Some(Tree::Call(name, arguments))
            }
            Token::Word(name) => Some(Tree::Symbol(name)),
            Token::Sign('(') => {
                let inner = self.sum()?;
                self.sign(')')?;
                Some(inner)
            }
            Token::Sign(_) => None,
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Number(text) | Tree::Symbol(text) => f.write_str(text),
            Tree::Negative(a) => write!(f, "(-{a})"),
            Tree::Binary(operator, a, b) => write!(f, "({a}{operator}{b})"),
            Tree::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Tree::to_string).collect();
                write!(f, "{name}({})", arguments.join(","))
            }
        }
    }
}
