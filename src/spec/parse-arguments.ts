import type { Located, ParsedSpec, SpecField, SpecModel } from './spec.js';
import { type Problem, Report } from '../problem.js';
import { parseField } from './parse-field.js';
import { NO_WORDS } from './parse-model.js';
import { type Locate, locateIn, shifted } from './source.js';

/** A command line as text, with the places of its arguments. */
export interface CommandLine {
  readonly text: string;
  /** The place of the first argument with this value that was not found before. */
  find(value: string): Locate;
  /** The command line behind the first argument with this value, such as the name of a model. */
  after(value: string): CommandLine;
}

/** An argument in the text of its command line. */
interface Place {
  readonly arg: string;
  readonly start: number;
}

/** Quotes arguments for a shell, and remembers their places. */
export function commandLine(args: readonly string[], program = 'crudgen'): CommandLine {
  let text = program;
  const places = args.map((arg): Place => {
    const quote = /^[\w@%+=:,./{}[\]*-]+$/.test(arg) ? '' : arg.includes("'") ? '"' : "'";
    const start = text.length + 1 + quote.length;
    text += ` ${quote}${arg.replace(/[\r\n]/g, ' ')}${quote}`;
    return { arg, start };
  });
  return lineOf(text, places, program);
}

function lineOf(text: string, places: readonly Place[], program: string): CommandLine {
  const locate = locateIn('argv', text);
  const left = new Set(places);
  return {
    text,
    find(value) {
      const found =
        [...left].find(({ arg }) => arg === value) ??
        [...left].find(({ arg }) => arg.startsWith('-') && arg.endsWith(`=${value}`));
      if (found === undefined) return (_, length) => locate(0, Math.min(length, program.length));
      left.delete(found);
      return shifted(locate, found.start + found.arg.length - value.length);
    },
    after: (value) =>
      lineOf(text, places.slice(places.findIndex(({ arg }) => arg === value) + 1), program),
  };
}

/** The options of `model add`. */
export type ModelOptions = {
  readonly [
    Name in
      | 'table'
      | 'prefix'
      | 'label'
      | 'group'
      | 'about'
      | 'frozen'
      | 'frozenExcept'
      | 'owner'
      | 'tenant'
      | 'as'
      | 'except'
  ]?: string;
} & {
  readonly timestamps?: boolean;
  readonly preset?: boolean;
  readonly readOnly?: boolean;
  readonly history?: true | string;
  readonly trash?: true | string;
};

/** Parses a model given on the command line; reports all syntax problems at once. */
export function parseModelArguments(
  name: string,
  fields: readonly string[],
  options: ModelOptions,
  line: CommandLine,
): ParsedSpec {
  const place = (value: string): Located<string> => {
    return { value, at: line.find(value)(0, value.length) };
  };
  const located = (value: string | undefined) => (value === undefined ? null : place(value));
  const named = place(name);
  const { problems, ...parsed } = parseFieldArguments(fields, line);
  const model: SpecModel = {
    ...NO_WORDS,
    name: named,
    table: located(options.table),
    prefix: located(options.prefix),
    label: located(options.label),
    group: located(options.group),
    about: located(options.about),
    timestamps: options.readOnly !== true && (options.timestamps ?? true),
    readOnly: options.readOnly === true ? line.find('--read-only')(0, '--read-only'.length) : null,
    history: timeIn(options.history, '--history', line),
    trash: timeIn(options.trash, '--trash', line),
    ...parsed,
    frozen: frozenIn(options, line),
    rows: rowsIn(options, line),
  };
  return { spec: { models: [model] }, problems };
}

const timeIn = (
  value: true | string | undefined,
  option: '--history' | '--trash',
  line: CommandLine,
): SpecModel['history'] =>
  value === undefined ? null : { value, at: line.find(option)(0, option.length) };

/** The condition of frozen rows, and the roles that change these. */
function frozenIn({ frozen, frozenExcept }: ModelOptions, line: CommandLine): SpecModel['frozen'] {
  if (frozen === undefined) return null;
  const when = { value: frozen, at: line.find(frozen)(0, frozen.length) };
  if (frozenExcept === undefined) return { when, except: [] };
  const at = line.find(frozenExcept)(0, frozenExcept.length);
  return { when, except: rolesIn({ value: frozenExcept, at }).value };
}

/** The row rules of options. */
export function rowsIn(
  { owner, tenant, as, except, preset }: ModelOptions,
  line: CommandLine,
): SpecModel['rows'] {
  const located = (value: string | undefined) =>
    value === undefined ? null : { value, at: line.find(value)(0, value.length) };
  const roles = located(except);
  return {
    owner: located(owner),
    tenant: located(tenant),
    as: located(as),
    preset:
      preset === false
        ? { value: false, at: line.find('--no-preset')(0, '--no-preset'.length) }
        : null,
    byRole: [],
    except: roles && rolesIn(roles),
  };
}

/** Role names separated by commas. */
const rolesIn = ({ value, at }: Located<string>): NonNullable<SpecModel['rows']['except']> => ({
  value: value.split(',').map((role) => ({ value: role.trim(), at })),
  at,
});

/** Parses fields given on the command line. */
export function parseFieldArguments(
  fields: readonly string[],
  line: CommandLine,
): { fields: SpecField[]; broken: string[]; problems: Problem[] } {
  const report = new Report();
  const parsed = fields.map((text) => parseField(text, line.find(text), report));
  return {
    fields: parsed.filter((field) => field !== null),
    broken: fields.filter((_, at) => parsed[at] === null).map((text) => text.split(':')[0]!),
    problems: report.problems,
  };
}
