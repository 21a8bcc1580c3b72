import { pascalCase } from '../../model/names.js';
import type { App } from '../../model/model.js';
import type { Tree } from '../../plan/plan.js';
import { array, type Code, printCode, printImport } from '../print/code.js';
import { fillTemplate, type Templates } from '../template.js';
import { diffSchema } from './diff-schema.js';
import { migrationName } from './migration-name.js';
import { NO_RENAMES, renameSchema, type Renames, withJoinTables } from './rename-schema.js';
import { schemaOf } from './schema.js';
import { type Step, stepCode } from './step.js';

/** Where migrations stand in a project. */
export const MIGRATIONS = 'src/database/migrations';

/** The steps that take the database from one model to another; none when they need the same tables. */
export function migrationSteps(
  before: App | null,
  after: App,
  renames: Renames = NO_RENAMES,
): readonly Step[] {
  if (before === null) return diffSchema(new Map(), schemaOf(after));
  const complete = withJoinTables(renames, before, after);
  const renamed = renameSchema(schemaOf(before), complete);
  return [...renamed.steps, ...diffSchema(renamed.schema, schemaOf(after))];
}

export interface MigrationOptions {
  readonly now: Date;
  readonly templates: Templates;
  readonly renames?: Renames;
  /** Migration files that the project has already: a new one comes after all of them. */
  readonly existing?: readonly string[];
}

/** The new migration file, named by what it does; empty when the database stays as it is. */
export function renderMigration(before: App | null, after: App, options: MigrationOptions): Tree {
  const steps = migrationSteps(before, after, options.renames);
  if (steps.length === 0) return new Map();
  const name = `${stamp(options.now, options.existing ?? [])}-${migrationName(steps)}`;
  const codes = steps.map(stepCode);
  const view = {
    imports: [
      printImport(importedNames(codes), '../steps/step.js'),
      printImport(['StepMigration'], '../steps/step-migration.js'),
    ],
    class: migrationClass(name),
    steps: printCode(array(codes), { before: 'readonly steps = ', after: ';', column: 2 }),
  };
  const text = fillTemplate(options.templates, 'model/migration.ts.ejs', view);
  return new Map([[`${MIGRATIONS}/${name}.ts`, text]]);
}

/** The class in a migration file: `20261121094612-create-task` -> `CreateTask20261121094612`. */
export function migrationClass(name: string): string {
  const [, moment = '', words = ''] = /^(\d+)-(.*)$/.exec(name) ?? [];
  return pascalCase(words.replaceAll('-', '_')) + moment;
}

function importedNames(codes: readonly Code[]): readonly string[] {
  const steps = new Set(codes.flatMap((code) => (code.is === 'call' ? [code.callee] : [])));
  const text = printCode(array(codes), { width: Infinity });
  const moments = ['NOW', 'TODAY'].filter((moment) => text.includes(`default: ${moment} }`));
  return [...moments, ...[...steps].sort()];
}

/** `20261121094612` in UTC; a second after the newest of the others when that is not past. */
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
