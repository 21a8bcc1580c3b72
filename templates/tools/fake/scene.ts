import type { Faker } from '@faker-js/faker';
import type { Dice } from './dice.js';

/** The row that is being made, as the makers of its values see it; moments are in milliseconds. */
export interface Scene {
  readonly dice: Dice;
  readonly faker: Faker;
  /** The midnight (UTC) at which the day of the run begins: nothing has happened since. */
  readonly now: number;
  /** A number that differs for each row and each attempt at it. */
  readonly serial: number;
  /** The number of the row in its table, from 1. */
  readonly number: number;
  /** By the seed: where a list begins whose names are given in turn. */
  readonly shift: number;
  readonly created: number;
  /** The time at which something last happened to the row. */
  touched: number;
  /** The value of another of its fields; null while that one waits for this one. */
  get(field: string): unknown;
  /** What a piece of that costs to which the row refers, or what that amounts to; null where it does not say. */
  related(kind: 'price' | 'total'): number | null;
}

/** Makes one value of a row. */
export type Make<T> = (scene: Scene) => T;

/** Makes the same value however often it is asked in a row: somebody's first name, and the e-mail address that has it. */
export function oncePerRow<T>(make: Make<T>): Make<T> {
  let serial = -1;
  let made: T;
  return (scene) => {
    if (serial !== scene.serial) {
      made = make(scene);
      serial = scene.serial;
    }
    return made;
  };
}

/** One of a list. */
export const oneOf =
  <T>(list: readonly T[]): (() => Make<T>) =>
  () =>
  ({ dice }) =>
    dice.pick(list);

/** One of a list, the first ones more often. */
export const oneOfFirst =
  <T>(list: readonly T[]): (() => Make<T>) =>
  () =>
  ({ dice }) =>
    dice.early(list);

/** An item of a list in a mixed order, none of them twice before all have been used; `round` counts how often they have. */
export function turnOf<T>(list: readonly T[]): Make<{ readonly item: T; readonly round: number }> {
  const stride = strideOf(list.length);
  return ({ number, shift }) => {
    const turn = number - 1;
    const item = list[(turn * stride + shift) % list.length]!;
    return { item, round: Math.floor(turn / list.length) };
  };
}

/** The names of a list in turn; once all have been used, each with a variant, and then with the next one. */
export function inTurn(names: readonly string[], variants: readonly string[] = []): Make<string> {
  const turn = turnOf(names);
  return (scene) => {
    const { item, round } = turn(scene);
    const variant = round === 0 ? undefined : variants[(round - 1) % variants.length];
    return variant === undefined ? item : `${item}, ${variant}`;
  };
}

/** A step that comes by all places of a circle, and seldom by neighbours. */
function strideOf(length: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let stride = Math.max(1, Math.floor(length * 0.38));
  while (divisor(length, stride) !== 1) stride++;
  return stride;
}
