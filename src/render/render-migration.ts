import { pascalCase } from '../model/names.js';
import { EMAIL_KEY, isUser, keyedEmail, USER } from '../model/built-in.js';
import type { App } from '../model/model.js';
import type { Tree } from '../tree.js';
import { type Value, verbatim } from './code.js';
import { draftOf, type Templates } from './template.js';
import { columnsToFill, diffSchema } from '../schema/diff-schema.js';
import { migrationName } from './migration-name.js';
import { NO_RENAMES, renameSchema, type Renames, withJoinTables } from '../schema/rename-schema.js';
import {
  type ColumnSpec,
  isMoment,
  NO_TABLES,
  type Schema,
  type TableStep,
} from '../schema/engine/schema.js';
import { FIRST_SCHEMA, schemaOf, viewTablesOf } from '../schema/schema.js';
import { type MigrationCall, MOMENTS, stepCall } from '../schema/step-call.js';
import { migrationCalls } from './migration-calls.js';

/** The folder of migrations in a project. */
export const MIGRATIONS = 'src/database/migrations';

/** The steps from one model, or from the more accurate `schema`, to another model. */
export function migrationSteps(
  before: App | null,
  after: App,
  renames: Renames = NO_RENAMES,
  schema: Schema | null = null,
): readonly TableStep[] {
  if (before === null) return withFilledKeys(diffSchema(FIRST_SCHEMA, schemaOf(after)), after);
  const renamed = renameSchema(schema ?? schemaOf(before), withJoinTables(renames, before, after));
  return withFilledKeys([...renamed.steps, ...diffSchema(renamed.schema, schemaOf(after))], after);
}

/** The steps, where existing users get the keys of their email addresses. */
function withFilledKeys(steps: readonly TableStep[], { models }: App): readonly TableStep[] {
  const users = models.find(isUser);
  const email = users && keyedEmail(users);
  return steps.map((step) =>
    email && step.do === 'addColumn' && step.table === USER.table && step.column === EMAIL_KEY
      ? { ...step, caselessOf: email.column }
      : step,
  );
}

/** The columns that need a value for existing rows. */
export function openBackfills(
  before: App,
  after: App,
  renames: Renames,
  schema: Schema,
): readonly [table: string, column: string][] {
  const renamed = renameSchema(schema, withJoinTables(renames, before, after));
  return columnsToFill(renamed.schema, schemaOf(after));
}

export interface MigrationOptions {
  /** The model that it leads to, of whose series and periods it is. */
  readonly after?: App;
  /** The model from which it leads, whose trash it may end. */
  readonly before?: App;
  readonly now: Date;
  readonly templates: Templates;
  readonly renames?: Renames;
  /** Existing migration files: a new one comes after all of them. */
  readonly existing?: readonly string[];
  /** Tables of features, which are new. */
  readonly tables?: Schema;
  /** The database that has the tables of the models already. */
  readonly baseline?: Baseline | undefined;
  /** Whether others have changed a database so already. */
  readonly isPulled?: boolean | undefined;
  /** Tables that are there although steps make or drop them. */
  readonly lists?: readonly string[] | undefined;
  /** Tables that a baseline makes in place of views where it cannot make these. */
  readonly views?: Schema | undefined;
}

/** A database that was there before its project. */
export interface Baseline {
  readonly database: 'sqlite' | 'postgres';
  /** The statements that make its tables, views and triggers; none where only the models say what they are. */
  readonly statements: readonly string[];
}

/** The new migration files, named by their steps: one, or the baseline and what features add to it; none without any steps. */
export function renderMigration(before: App | null, after: App, options: MigrationOptions): Tree {
  const own = migrationSteps(before, after, options.renames);
  const added = diffSchema(NO_TABLES, options.tables ?? NO_TABLES);
  const { baseline, ...rest } = { ...options, after };
  if (!baseline) return renderSteps([...own, ...added], rest);
  const first = renderSteps(own, { ...options, after, views: viewTablesOf(after) });
  return new Map([...first, ...renderSteps(added, { ...rest, existing: [...first.keys()] })]);
}

/** The migration file of some steps; empty without any. */
export function renderSteps(steps: readonly TableStep[], options: MigrationOptions): Tree {
  if (steps.length === 0) return new Map();
  const { templates, now, existing = [], baseline, views = NO_TABLES, isPulled = false } = options;
  const { lists = [] } = options;
  const inPlace = diffSchema(NO_TABLES, views);
  const calls = migrationCalls(steps, options.after, options.before);
  const name = `${stamp(now, existing)}-${baseline ? 'baseline' : migrationName(steps)}`;
  const view = {
    imports: stepNames([...steps, ...inPlace], calls, baseline === undefined && !isPulled),
    class: migrationClass(name),
    steps: calls.map(callView),
    inPlaceOfViews: inPlace.map(stepCall).map(callView),
    ofBaseline: baseline ? 'BaselineMigration' : isPulled ? 'PulledMigration' : undefined,
    lists,
    original: baseline && originalOf(baseline),
  };
  const { text } = draftOf(templates, 'model/migration.ts.ejs', view);
  return new Map([[`${MIGRATIONS}/${name}.ts`, text]]);
}

/** The statements as code; undefined without any. */
const originalOf = ({ database, statements }: Baseline): Value | undefined =>
  statements.length === 0
    ? undefined
    : { database, statements: statements.map((one) => verbatim(templateLiteral(one))) };

/** A text of several lines as a literal of JavaScript. */
const templateLiteral = (text: string): string =>
  `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, (found) => `\\${found}`)}\``;

const MOMENT_NAMES = new Map<unknown, string>([
  [MOMENTS.now, 'NOW'],
  [MOMENTS.today, 'TODAY'],
]);

const callView = ({ call, args }: MigrationCall) => ({ call, args: args.map(withMoments) });

/** An argument in which the present is called by its name. */
function withMoments(value: unknown): Value {
  const moment = MOMENT_NAMES.get(value);
  if (moment !== undefined) return verbatim(moment);
  if (Array.isArray(value)) return value.map(withMoments);
  if (typeof value !== 'object' || value === null) return value as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, one === undefined ? one : withMoments(one)]),
  );
}

/** The class in a migration file: `20261121094612-create-task` -> `CreateTask20261121094612`. */
export function migrationClass(name: string): string {
  const [, moment = '', words = ''] = /^(\d+)-(.*)$/.exec(name) ?? [];
  return pascalCase(words.replaceAll('-', '_')) + moment;
}

function stepNames(
  steps: readonly TableStep[],
  calls: readonly MigrationCall[],
  isPlain: boolean,
): readonly string[] {
  const defaults = new Set(
    steps.flatMap(columnsIn).flatMap((spec) => (isMoment(spec.default) ? spec.default.sql : [])),
  );
  return [
    ...(defaults.has('now') ? ['NOW'] : []),
    ...(isPlain ? ['StepMigration'] : []),
    ...(defaults.has('today') ? ['TODAY'] : []),
    ...[...new Set([...steps.map((step) => step.do), ...calls.map(({ call }) => call)])].sort(),
  ];
}

function columnsIn(step: TableStep): readonly ColumnSpec[] {
  if (step.do === 'createTable') return Object.values(step.columns);
  return step.do === 'addColumn' || step.do === 'changeColumn' ? [step.spec] : [];
}

/** `20261121094612` in UTC, but at least a second after the newest existing one. */
function stamp(now: Date, existing: readonly string[]): string {
  const digits = (date: Date) => date.toISOString().replace(/\D/g, '').slice(0, 14);
  const newest = existing
    .map((path) => /(\d{14})-[^/]*$/.exec(path)?.[1] ?? '')
    .reduce((left, right) => (left > right ? left : right), '');
  const wanted = digits(now);
  if (wanted > newest) return wanted;
  const [year, month, day, hour, minute, second] = newest.match(/^\d{4}|\d{2}/g)!.map(Number);
  return digits(new Date(Date.UTC(year!, month! - 1, day, hour, minute, second! + 1)));
}
