use std::fmt;

use super::report::{Example, Part, Report};

/// A report as a page of HTML, complete in itself.
pub struct Page<'a>(pub &'a Report);

const STYLE: &str = "\
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; }
.figure { border: 1px solid #ccc; border-radius: 6px; padding: .6rem 1rem; min-width: 8rem; }
.figure b { display: block; font-size: 1.5rem; }
.bad b { color: #b00020; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #ddd; }
td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.bar { background: #b00020; height: .6rem; border-radius: 3px; min-width: 2px; }
details { margin: .3rem 0; } summary { cursor: pointer; color: #444; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: .1rem .8rem; margin: .5rem 0 1rem; }
dt { color: #666; } dd { margin: 0; }
code { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9em; }";

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        write!(
            f,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>Audit of stored scores</title>\n<style>\n{STYLE}\n</style>\n\
             <h1>Audit of stored scores</h1>\n<div class=\"figures\">\n"
        )?;
        figure(f, "", report.rollouts, "rollouts")?;
        figure(f, "", report.agrees, "scores are right")?;
        figure(f, " bad", report.false_rewards.count, "false rewards")?;
        figure(f, " bad", report.false_rejections.count, "false rejections")?;
        figure(f, "", report.undecided, "undecided")?;
        figure(f, "", report.unread, "unread")?;
        writeln!(f, "</div>")?;
        writeln!(
            f,
            "<p>A stored score of {} or more is a pass. A false reward is a pass for a response that is proved wrong \
             or is no answer; a false rejection is a fail for a response that is proved right.</p>",
            report.pass
        )?;
        part(f, "False rewards", "passes", &report.false_rewards)?;
        part(f, "False rejections", "fails", &report.false_rejections)?;
        if let Some(a) = &report.advantages {
            writeln!(
                f,
                "<h2>Advantages</h2>\n<p>Of {} rollouts in {} groups, <b>{}</b> get an advantage of another sign; {} groups \
                 are touched. Groups without any signal: {} before, {} after.</p>",
                a.rollouts, a.groups, a.changed, a.groups_changed, a.silent_before, a.silent_after
            )?;
        }
        if !report.unread_examples.is_empty() {
            writeln!(f, "<h2>Unread</h2>\n<ul>")?;
            for (line, message) in &report.unread_examples {
                writeln!(f, "<li>line {line}: {}</li>", Escaped(message))?;
            }
            writeln!(f, "</ul>")?;
        }
        writeln!(f, "</html>")
    }
}

fn figure(f: &mut fmt::Formatter<'_>, class: &str, count: u64, name: &str) -> fmt::Result {
    writeln!(f, "<div class=\"figure{class}\"><b>{count}</b>{name}</div>")
}

fn part(f: &mut fmt::Formatter<'_>, title: &str, of: &str, part: &Part) -> fmt::Result {
    writeln!(
        f,
        "<h2>{title}</h2>\n<p>{} of {} decided {of}, {:.1} %.</p>",
        part.count,
        part.of,
        100.0 * part.share
    )?;
    if part.kinds.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "<table>\n<tr><th>kind</th><th></th><th>count</th><th>share</th></tr>"
    )?;
    for kind in &part.kinds {
        let percent = 100.0 * kind.share;
        writeln!(
            f,
            "<tr><td><b>{}</b><br>{}",
            kind.kind.name(),
            Escaped(kind.what)
        )?;
        writeln!(f, "<details><summary>examples</summary>")?;
        for one in &kind.examples {
            example(f, one)?;
        }
        writeln!(
            f,
            "</details></td><td style=\"width: 30%\"><div class=\"bar\" style=\"width: {percent:.1}%\"></div></td>\
             <td class=\"n\">{}</td><td class=\"n\">{percent:.1} %</td></tr>",
            kind.count
        )?;
    }
    writeln!(f, "</table>")
}

fn example(f: &mut fmt::Formatter<'_>, example: &Example) -> fmt::Result {
    writeln!(
        f,
        "<dl><dt>line</dt><dd>{}, score {}</dd><dt>question</dt><dd><code>{}</code></dd>\
         <dt>response</dt><dd><code>{}</code></dd><dt>why</dt><dd>{}</dd></dl>",
        example.line,
        example.score,
        Escaped(&example.question),
        Escaped(&example.response),
        Escaped(&example.why)
    )
}

/// Text that cannot become markup.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                c if c.is_control() && c != '\n' => f.write_str("\u{fffd}")?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}
