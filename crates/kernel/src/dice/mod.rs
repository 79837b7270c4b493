//! Dice: what is thrown, how it is read, and how likely each reading is.
//!
//! - [`Dice`] is one throw of equal dice with a [`Reading`]: `8d6>=4`, `2d20kh1`. Its number is the *natural*.
//! - [`Rng`] throws: the same seed gives the same faces on every platform and in every version.
//! - [`Expression`] is what a sheet says: `AB+Int+3d6`.
//! - [`Distribution`] is the exact law of a natural, in integers.
//! - [`Forced`] is a throw that a person types.
//!
//! ```
//! # use skirmish_kernel::dice::{Dice, Distribution, Rng};
//! let dice: Dice = "8d6>=4".parse()?;
//! let mut rng = Rng::for_fight(7, 0);
//! let faces = rng.throw(dice);
//! assert!((0..=8).contains(&dice.natural(&faces)));
//! let law = Distribution::of(dice);
//! assert_eq!(law.chance(|hits| hits == 8), (1, 256));
//! # Ok::<(), skirmish_kernel::dice::NotationError>(())
//! ```

mod batch;
mod dialect;
mod distribution;
mod expression;
mod forced;
mod law;
mod notation;
mod pool;
mod rng;
mod scanner;
mod term;

pub use distribution::{Distribution, Mean, TooLarge};
pub use expression::{Evaluated, Expression, ExpressionError, MAX_EXPRESSION, MAX_NUMBER, MAX_TERMS};
pub use forced::{Fit, Forced, Misfit};
pub use law::representative;
pub use notation::NotationError;
pub use pool::{Dice, DiceError, Faces, MAX_COUNT, MAX_OUTCOMES, MAX_SIDES, Reading};
pub use rng::{Rng, RngError};
pub use term::{Name, Sign, Term};
