//! Values of options to try.

use serde_json::Value as Json;

use crate::options::{OptionDomain, RulesetOption};

/// Values of a range to try.
const SAMPLES: u32 = 12;

impl RulesetOption {
    /// Returns values that the option offers: all choices; of a range both ends, the values next
    /// to them, and some between.
    pub fn sample(&self) -> Vec<Json> {
        match &self.domain {
            OptionDomain::Switch => vec![Json::from(true), Json::from(false)],
            OptionDomain::List(items) => items.iter().map(|item| item.value.clone()).collect(),
            OptionDomain::Range { low, high, step, whole } => {
                let step = step.unwrap_or((high - low) / f64::from(SAMPLES));
                let steps = ((high - low) / step + 1e-9).floor();
                let part = |part: u32| (steps * f64::from(part) / f64::from(SAMPLES - 1)).round();
                let mut numbers: Vec<f64> = (0..SAMPLES).map(part).collect();
                numbers.extend([1.0f64.min(steps), (steps - 1.0).max(0.0)]);
                numbers.sort_by(f64::total_cmp);
                numbers.dedup();
                let value = |number: f64| match whole {
                    true => Json::from((low + step * number).round() as i64),
                    false => Json::from(low + step * number),
                };
                numbers.into_iter().map(value).collect()
            }
        }
    }
}
