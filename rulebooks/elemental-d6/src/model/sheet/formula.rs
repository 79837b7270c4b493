//! Formulas with one combatant's numbers.

use skirmish_kernel::Bearing;
use skirmish_kernel::dice::{Expression, Reading, Sign, Term};

use super::{Ability, Attack, Cost, Figures, MOST_DICE, Pool, Sheet, Swift, Upgrade};

/// One of an ability's formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// The hit roll.
    Offensive,
    /// The hit roll as a counter.
    Defensive,
    /// The damage.
    Damage,
}

/// Part of a formula: its name on the sheet, its size, and whether it is points or dice.
pub type Part = (&'static str, i32, Bearing);

impl Sheet {
    /// The number a formula's name stands for.
    fn named(&self, name: &str) -> Option<i32> {
        Some(match name.to_ascii_lowercase().as_str() {
            "ab" | "attack_bonus" => self.attack_bonus,
            "db" | "defense_bonus" => self.defense_bonus,
            "str" | "strength" => self.str,
            "dex" | "dexterity" => self.dex,
            "int" | "intelligence" => self.int,
            "res" | "resolve" => self.res,
            _ => return None,
        })
    }

    /// A formula with this combatant's numbers.
    ///
    /// # Errors
    /// A name that is none of `AB`, `DB`, `Str`, `Dex`, `Int`, `Res`; dice that are not plain d6; too many of them.
    pub fn pool(&self, formula: &Expression) -> Result<Pool, String> {
        let value = formula
            .evaluate(|name| self.named(name))
            .map_err(|e| format!("{e}; formulas know AB, DB, Str, Dex, Int and Res"))?;
        let mut dice = 0;
        for (sign, d) in &value.dice {
            if d.sides() != 6 || d.reading() != Reading::Sum || *sign == Sign::Minus {
                return Err(format!("`{d}`: this game throws plain six-sided dice, added: `2d6`"));
            }
            dice += i32::from(d.count());
        }
        refuse_if!(dice > MOST_DICE - 6; format!("{dice} dice are more than a throw can hold ({})", MOST_DICE - 6));
        Ok(Pool { dice, flat: value.flat })
    }

    /// An ability in this combatant's hands.
    pub fn attack(&self, index: u8, ability: &Ability) -> Result<Attack, String> {
        let pool = |formula: &Option<Expression>| formula.as_ref().map(|f| self.pool(f)).transpose();
        let shielded = |defensive: Option<Pool>| {
            defensive
                .map(|pool| if ability.takes_shield() { pool.plus(Pool { dice: self.shield, flat: 0 }) } else { pool })
        };
        let swift = match &ability.swift {
            None => Swift::default(),
            Some(up) => Swift {
                allowed: true,
                offensive: pool(&up.offensive)?.unwrap_or_default(),
                defensive: pool(&up.defensive)?.unwrap_or_default(),
                damage: pool(&up.damage)?.unwrap_or_default(),
                pushback: up.pushback.unwrap_or(0),
                range: up.range.unwrap_or(0),
            },
        };
        let usual = Figures {
            offensive: pool(&ability.offensive)?,
            defensive: shielded(pool(&ability.defensive)?),
            damage: pool(&ability.damage)?,
            pushback: ability.pushback,
            range: ability.range,
            swift,
            ..Figures::default()
        };
        let mut full = usual;
        if let Some(up) = &ability.full {
            full.offensive = pool(&up.offensive)?.or(usual.offensive);
            full.defensive = shielded(pool(&up.defensive)?).or(usual.defensive);
            full.damage = pool(&up.damage)?.or(usual.damage);
            full.pushback = up.pushback.unwrap_or(usual.pushback);
            full.range = up.range.unwrap_or(usual.range);
        }
        Ok(Attack { ability: index, usual, full })
    }

    /// What a formula is made of, as an action is paid: for whoever wants to see each number by itself.
    pub fn parts<'a>(&self, ability: &'a Ability, which: Formula, cost: Cost, swifts: u8) -> Vec<Part> {
        let of = |up: &'a Option<Upgrade>| up.as_ref().and_then(|up| up.formulas()[which as usize].as_ref());
        let full = if cost == Cost::Full { of(&ability.full) } else { None };
        let base = full.or(ability.formulas()[which as usize].as_ref());
        let mut parts: Vec<Part> = Vec::new();
        parts.extend(base.iter().flat_map(|formula| self.parts_of(formula)));
        if swifts > 0 {
            let swift = of(&ability.swift);
            let once = swift.iter().flat_map(|formula| self.parts_of(formula));
            parts.extend(once.map(|(_, size, bearing)| ("Swift", size * i32::from(swifts), bearing)));
        }
        parts
    }

    fn parts_of(&self, formula: &Expression) -> impl Iterator<Item = Part> {
        formula.terms().iter().filter_map(|term| match term {
            Term::Named(times, name) => {
                let value = self.named(name.as_str())?;
                Some((written(name.as_str()), value.saturating_mul(*times), Bearing::Flat))
            }
            Term::Flat(_) | Term::Dice(..) => None,
        })
    }
}

/// A quantity as sheets write it.
fn written(name: &str) -> &'static str {
    match name.to_ascii_lowercase().as_str() {
        "ab" | "attack_bonus" => "AB",
        "db" | "defense_bonus" => "DB",
        "str" | "strength" => "Str",
        "dex" | "dexterity" => "Dex",
        "int" | "intelligence" => "Int",
        "res" | "resolve" => "Res",
        _ => "",
    }
}
