use super::{Arena, Id, View};

impl Arena {
    /// The expression with nodes replaced: `replace` names the node that takes a node's place,
    /// children having been dealt with before their parents; where it gives none, the node is
    /// rebuilt as written from the new children.
    pub fn substitute(
        &mut self,
        root: Id,
        mut replace: impl FnMut(&mut Self, Id) -> Option<Id>,
    ) -> Id {
        let nodes = self.reachable(&[root]);
        let mut images: Vec<Id> = Vec::new();
        let mut position = vec![0; root.index() + 1];
        for id in nodes {
            let new = replace(self, id).unwrap_or_else(|| {
                let image = |id: &Id| images[position[id.index()]];
                match self.view(id) {
                    View::Number(_) | View::Constant(_) | View::Symbol(_) => id,
                    View::Sum(terms) => {
                        let terms: Vec<Id> = terms.iter().map(image).collect();
                        self.sum(&terms)
                    }
                    View::Product(factors) => {
                        let factors: Vec<Id> = factors.iter().map(image).collect();
                        self.product(&factors)
                    }
                    View::Power(base, exponent) => {
                        let (base, exponent) = (image(&base), image(&exponent));
                        self.power(base, exponent)
                    }
                    View::Call(f, arguments) => {
                        let arguments: Vec<Id> = arguments.iter().map(image).collect();
                        self.call(f, &arguments)
                    }
                }
            });
            position[id.index()] = images.len();
            images.push(new);
        }
        images.last().copied().unwrap_or(root)
    }
}
