import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { Context } from './context.js';

/** Runs one command of the program. */
export type Run = (context: Context) => Promise<number | void>;

/** Binds a declared command to its action, which gets arguments and flags typed as declared. */
export type BindAction = <A extends unknown[], O extends OptionValues>(
  command: Command<A, O>,
  start: (context: Context, ...given: [...A, O]) => Promise<number | void>,
) => void;

/** A command that only holds others. */
export function group(program: Command, name: string, summary: string): Command {
  return program.command(name).description(summary).helpCommand(false);
}

/** An invalid value of a flag, and what it accepts. */
export class BadValue extends Error {
  constructor(
    readonly value: string,
    readonly flag: string,
    readonly help: string,
  ) {
    super(`\`${value}\` is not a valid value of \`${flag}\``);
  }
}

/** Parses a flag that takes one of some words. */
export function oneOf<T extends string>(flag: string, words: readonly T[]): (value: string) => T {
  return (value) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new BadValue(value, flag, `write one of ${words.join(', ')}`);
    return found;
  };
}

/** Parses a flag that takes a whole number. */
export function wholeNumber(flag: string): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
    throw new BadValue(value, flag, 'write a whole number such as 10');
  };
}

/** Collects a flag that may be repeated or hold repeatable values with commas between. */
export const commaSeparated = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(',').map((one) => one.trim()),
];

/** Collects a flag that may be repeated. */
export const repeatable = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  value,
];
