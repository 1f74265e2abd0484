use barrow::batch::{Columns, Layout};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Where the parts of a question stand. A name a.b leads into nested objects, also into a text that
/// is one as JSON.
#[derive(Args)]
#[command(next_help_heading = "Columns")]
pub struct ColumnOptions {
    /// Which columns hold what, where no other option says so. All but `records` hold prose, as with
    /// --syntax answer [default: records, of an audit rollouts]
    #[arg(long, value_parser = layouts())]
    layout: Option<Layout>,

    /// The column of the integrand, or of a question that asks for its integral
    #[arg(long, value_name = "NAME", visible_alias = "question-column")]
    integrand_column: Option<String>,

    /// The column of the antiderivative, or of a response: a text, or a list of chat messages
    #[arg(long, value_name = "NAME", visible_alias = "response-column")]
    antiderivative_column: Option<String>,

    /// The column that names the variable of integration, in every record
    #[arg(long, value_name = "NAME")]
    variable_column: Option<String>,

    /// The column of what identifies a record
    #[arg(long, value_name = "NAME")]
    id_column: Option<String>,
}

fn layouts() -> impl TypedValueParser<Value = Layout> {
    let named = |layout: &Layout| PossibleValue::new(layout.name).help(layout.to_string());
    PossibleValuesParser::new(Layout::ALL.iter().map(named)).try_map(|name| {
        let layout = Layout::ALL.iter().find(|layout| layout.name == name);
        layout.copied().ok_or("no layout")
    })
}

impl ColumnOptions {
    /// The columns, and whether they hold prose.
    pub fn columns(&self, default: Layout) -> (Columns, bool) {
        let layout = self.layout.unwrap_or(default);
        let mut columns = layout.columns();
        for (column, given) in [
            (&mut columns.id, &self.id_column),
            (&mut columns.integrand, &self.integrand_column),
            (&mut columns.antiderivative, &self.antiderivative_column),
        ] {
            if let Some(given) = given {
                column.clone_from(given);
            }
        }
        if self.variable_column.is_some() {
            columns.variable.clone_from(&self.variable_column);
            columns.variable_is_optional = false;
        }
        (columns, layout.prose)
    }
}
