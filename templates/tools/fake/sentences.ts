import type { Dice } from './dice.js';
import type { Make } from './scene.js';
import { COMPANY_WORDS, DEPARTMENTS, FAMILIES, FEMALE, MALE } from './words/people.js';
import { MONTHS } from './words/texts.js';

const FIRMS = ['Ltd', 'Group', 'Partners', 'Works', 'Services', 'Trading'];

/** What stands for `{company}` and the like. */
const SLOTS: Readonly<Record<string, (dice: Dice) => string>> = {
  company: (dice) =>
    `${dice.pick(dice.chance(0.5) ? FAMILIES : COMPANY_WORDS)} ${dice.pick(FIRMS)}`,
  person: (dice) => dice.pick(dice.chance(0.5) ? FEMALE : MALE),
  department: (dice) => dice.pick(DEPARTMENTS).toLowerCase(),
  month: (dice) => dice.pick(MONTHS),
};

/** One of the texts, with its slots filled in. */
export function sentence(texts: readonly string[]): Make<string> {
  const all = texts.map((text) => text.split(/[{}]/));
  return ({ dice }) => fill(dice.pick(all), dice);
}

/** Some of the texts in one paragraph, from `least` to `most`, none of them twice. */
export function prose(texts: readonly string[], least: number, most: number): Make<string> {
  const all = texts.map((text) => text.split(/[{}]/));
  return ({ dice }) => {
    const first = dice.below(all.length);
    const count = Math.min(all.length, dice.between(least, most));
    // Two steps on is another text, and seldom the one that followed before.
    const step = 1 + dice.below(Math.max(1, Math.floor(all.length / count) - 1));
    const told: string[] = [];
    for (let at = 0; at < count; at++)
      told.push(fill(all[(first + at * step) % all.length]!, dice));
    return told.join(' ');
  };
}

/** Every other part is a slot. Joined at once: a text built by concatenation would be flattened again when it is stored. */
const fill = (parts: readonly string[], dice: Dice): string =>
  parts.length === 1
    ? parts[0]!
    : parts.map((part, at) => (at % 2 === 0 ? part : SLOTS[part]!(dice))).join('');
