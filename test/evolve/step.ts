import { join } from 'node:path';
import { camelCase, kebabCase, pascalCase, snakeCase } from '../../src/model/names.js';
import { ROOT } from '../support/project-on-disk.js';
import { metered } from './metered.js';

/** What is asked of the generator on one day of the year. */
export interface Step {
  /** Commands of crudgen, without its name. */
  readonly commands: readonly (readonly string[])[];
  /** What its user does to what is generated, or to its templates, before. */
  readonly before?: (folder: string) => void;
}

/** How a step is told. */
export const titleOf = ({ commands }: Step): string =>
  commands.map((command) => ['crudgen', ...command].join(' ')).join('; ');

/** What crudgen answered to a command line, and what that took. */
export interface Ran {
  readonly status: number | null;
  readonly answer: Answer;
  readonly seconds: number;
}

/** The part of `crudgen <command> --json` that is counted here. */
export interface Answer {
  readonly problems: readonly Problem[];
  readonly changes?: readonly {
    readonly kind: string;
    readonly path: string;
    readonly from?: string;
  }[];
  readonly conflicts?: readonly { readonly path: string }[];
  readonly refused?: readonly { readonly path: string }[];
}

/** What crudgen said to its user. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

/** Lets a process begin at a time of its environment: migrations have the same name in each way. */
const CLOCK = `data:text/javascript,${encodeURIComponent(
  'const Real = Date, ahead = Number(process.env.BEGINS_AT) - Real.now();' +
    'globalThis.Date = class extends Real {' +
    'constructor(...all) { super(...(all.length > 0 ? all : [Real.now() + ahead])); }' +
    'static now() { return Real.now() + ahead; } };',
)}`;

/** Runs a command of crudgen in a project at some time. */
export function runAt(folder: string, at: Date, args: readonly string[]): Ran {
  const program = [process.execPath, '--import', CLOCK, join(ROOT, 'bin/crudgen.js')];
  const { status, stdout, stderr, seconds } = metered(folder, [...program, ...args, '--json'], {
    BEGINS_AT: String(at.getTime()),
  });
  try {
    return { status, answer: JSON.parse(stdout) as Answer, seconds };
  } catch {
    throw new Error(`crudgen ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

/** A word that a step writes another way, with what it is from then on. */
export type Renamed = readonly [from: string, to: string];

/** The words that a step writes another way, in each case that code has them in. */
export function renamedBy({ commands }: Step): readonly Renamed[] {
  return commands.flatMap(([noun, verb, ...names]): Renamed[] => {
    if (noun !== 'model') return [];
    if (verb === 'rename-field') return [[names[1]!, names[2]!]];
    if (verb !== 'rename') return [];
    const cases = [pascalCase, camelCase, snakeCase, kebabCase];
    return cases.map((write) => [write(names[0]!), write(names[1]!)] as const);
  });
}
