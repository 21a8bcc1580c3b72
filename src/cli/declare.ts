import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { Context } from './context.js';

/** Runs one command of the program; loads its code first. */
export type Run = (context: Context) => Promise<number | void>;

/** Ties a declared command to what it runs, which gets its arguments and flags as they were declared. */
export type Go = <A extends unknown[], O extends OptionValues>(
  command: Command<A, O>,
  start: (context: Context, ...given: [...A, O]) => Promise<number | void>,
) => void;

/** A command that only holds others. */
export function group(program: Command, name: string, summary: string): Command {
  return program.command(name).description(summary).helpCommand(false);
}

/** A value of a flag that it does not take, and what it takes. */
export class BadValue extends Error {
  constructor(
    readonly value: string,
    readonly flag: string,
    readonly help: string,
  ) {
    super(`\`${value}\` is not a value of \`${flag}\``);
  }
}

/** A flag that takes one of some words. */
export function oneOf<T extends string>(flag: string, words: readonly T[]): (value: string) => T {
  return (value) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new BadValue(value, flag, `it is one of ${words.join(', ')}`);
    return found;
  };
}

/** A flag that takes a whole number. */
export function wholeNumber(flag: string): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
    throw new BadValue(value, flag, 'write a whole number such as 10');
  };
}

/** A flag that may stand several times, or once with commas between. */
export const listed = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(',').map((one) => one.trim()),
];

/** A flag that may stand several times. */
export const several = (value: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  value,
];
