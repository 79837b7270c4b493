//! Whole numbers on the command line, refused in words.

use clap::builder::TypedValueParser;

/// Reads a whole number from `least` to `most`.
pub(crate) fn whole<T>(least: u64, most: u64) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        let range = || match most {
            u64::MAX => format!("from {least}, and below 2 to the power of 64"),
            most => format!("from {least} to {most}"),
        };
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("a whole number is wanted, {}", range()))
    }
}

/// Reads a whole number as large as there are.
pub(crate) fn any<T>() -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    whole(0, u64::MAX)
}
