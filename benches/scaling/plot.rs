//! Growth: curves of time against size, their exponents and their plots.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

/// Seconds at sizes.
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Drawn thin.
    pub thin: bool,
    /// Its colour, the same for curves that belong together.
    pub colour: usize,
}

impl Curve {
    /// The slope of log time over log size by least squares, over the sizes from a thirty-second of
    /// the largest on: below that, what is constant hides the growth.
    pub fn exponent(&self) -> Option<f64> {
        let largest = self.points.last()?.0;
        let points: Vec<(f64, f64)> = self
            .points
            .iter()
            .filter(|point| point.0 * 32.0 >= largest)
            .map(|&(x, y)| (x.ln(), y.ln()))
            .collect();
        let n = points.len() as f64;
        let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / n;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let covariance: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        let variance: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
        (points.len() >= 3).then(|| covariance / variance)
    }
}

/// Draws curves on logarithmic axes.
pub fn draw(file: &Path, title: &str, size: &str, curves: &[Curve]) -> Result<(), Box<dyn Error>> {
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let bounds = |value: fn(&(f64, f64)) -> f64| {
        let least = all().map(value).fold(f64::INFINITY, f64::min);
        let most = all().map(value).fold(0.0, f64::max);
        (least / 1.3)..(most * 1.3)
    };
    let area = SVGBackend::new(file, (860, 520)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(bounds(|p| p.0).log_scale(), bounds(|p| p.1).log_scale())?;
    chart
        .configure_mesh()
        .x_desc(size)
        .y_desc("time")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| duration(*y))
        .light_line_style(WHITE)
        .draw()?;
    for curve in curves {
        let width = if curve.thin { 1 } else { 2 };
        let style = Palette99::pick(curve.colour).stroke_width(width);
        chart
            .draw_series(LineSeries::new(curve.points.iter().copied(), style))?
            .label(curve.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .draw()?;
    area.present()?;
    Ok(())
}

/// Seconds as a person reads them.
pub fn duration(seconds: f64) -> String {
    if seconds < 1e-3 {
        format!("{:.3} ms", seconds * 1e3)
    } else if seconds < 0.1 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 10.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{seconds:.0} s")
    }
}
