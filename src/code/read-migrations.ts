import { afterMigration, ExistingTarget } from '../schema/after-migration.js';
import { NotMade, placeName, type Tables } from '../schema/engine/replay.js';
import type { Schema, TableStep } from '../schema/engine/schema.js';
import { isStep, stepOf, UnknownStep } from '../schema/read-step.js';
import { FIRST_SCHEMA } from '../schema/schema.js';
import { NO_IMPORTS } from './imports.js';
import { readStatic, toJson, type Static } from './static-value.js';
import { nodesIn, parseCode, syntaxErrors, typescript, type ts } from './typescript.js';

/** The tables that migrations create, and the migrations that could not be read. */
export interface Replayed {
  readonly schema: Schema;
  /** Paths of migrations with syntax errors or computed steps; nothing after them is certain. */
  readonly unread: readonly string[];
  /** Migrations with a step that cannot run. */
  readonly broken: readonly BrokenMigration[];
}

/** A migration with a step on something that does not exist, or that creates what an earlier migration creates. */
export interface BrokenMigration {
  readonly path: string;
  /** The changed part of the database, for example: column `task.points`. */
  readonly what: string;
  /** The path of the migration that creates it; null where none does. */
  readonly createdBy: string | null;
}

/** Replays the steps of migrations, oldest first, on the tables before the first of them; raw SQL is not analysed. */
export function readMigrations(
  files: readonly (readonly [path: string, text: string])[],
  first: Schema = FIRST_SCHEMA,
): Replayed {
  const unread: string[] = [];
  const broken: BrokenMigration[] = [];
  const replays: [path: string, tables: Tables][] = [];
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  let mayBeMade = false;
  const tables = sorted.reduce<Tables>(
    (before, [path, text]) => {
      mayBeMade ||= hasUnseenChanges(text);
      if (!hasSteps(text)) return before;
      const after = attempt(() => afterMigration(before, stepsIn(path, text)));
      if (!(after instanceof Error)) {
        replays.push([path, after]);
        return after;
      }
      if (after instanceof UnknownStep || mayBeMade) unread.push(path);
      else {
        const what = placeName(after.table, after.column);
        const [createdBy = null] =
          (after instanceof ExistingTarget && replays.find(([, made]) => isIn(made, after))) || [];
        broken.push({ path, what, createdBy });
      }
      mayBeMade = true;
      return before;
    },
    new Map(Object.entries(first.tables)),
  );
  return { schema: { tables: Object.fromEntries(tables) }, unread, broken };
}

function isIn(tables: Tables, { table, column }: ExistingTarget): boolean {
  const found = tables.get(table);
  return found !== undefined && (column === null || Object.hasOwn(found.columns, column));
}

/** The steps of one migration; null where they cannot be read, or raw SQL stands beside them. */
export function stepsOfMigration(path: string, text: string): readonly TableStep[] | null {
  const steps = hasUnseenChanges(text) ? null : attempt(() => stepsIn(path, text));
  return steps instanceof Error ? null : steps;
}

/** Whether a migration may change the schema outside of its steps. */
export const hasUnseenChanges = (text: string): boolean => !hasSteps(text) || /\bsql\(/.test(text);

/** Whether a migration says what it does in steps, or what it found in them. */
const hasSteps = (text: string): boolean => /\b(?:Step|Baseline|Pulled)Migration\b/.test(text);

type Unusable = UnknownStep | NotMade | ExistingTarget;

/** A result; an error where steps are computed or cannot run. */
function attempt<T>(run: () => T): T | Unusable {
  try {
    return run();
  } catch (error) {
    if ([UnknownStep, NotMade, ExistingTarget].some((kind) => error instanceof kind))
      return error as Unusable;
    throw error;
  }
}

/** What the calls in `steps = [...]` make; throws UnknownStep for anything else. */
function stepsIn(path: string, text: string): TableStep[] {
  const ts = typescript();
  const file = parseCode(path, text);
  if (syntaxErrors(file) > 0) throw new UnknownStep();
  const lists = nodesIn(file)
    .filter(ts.isPropertyDeclaration)
    .filter(({ name }) => name.getText() === 'steps');
  return lists.flatMap(({ initializer }) => {
    if (!initializer || !ts.isArrayLiteralExpression(initializer)) throw new UnknownStep();
    return initializer.elements.flatMap(stepIn);
  });
}

/** The step of one call; raw SQL is not analysed. */
function stepIn(node: ts.Expression): TableStep[] {
  const ts = typescript();
  if (!ts.isCallExpression(node)) throw new UnknownStep();
  const name = node.expression.getText();
  if (name === 'sql') return [];
  if (!isStep(name)) throw new UnknownStep();
  const args = node.arguments.map((one) => {
    const value = toJson(withMoments(readStatic(one, NO_IMPORTS)));
    if (value === undefined) throw new UnknownStep();
    return value;
  });
  return [stepOf({ call: name, args })];
}

/** NOW and TODAY as values. */
function withMoments(value: Static): Static {
  if (value.kind === 'list') return { ...value, items: value.items.map(withMoments) };
  if (value.kind === 'object') {
    const entries = [...value.entries].map(([key, one]) => [key, withMoments(one)] as const);
    return { ...value, entries: new Map(entries) };
  }
  if (value.kind !== 'name' || !/^(NOW|TODAY)$/.test(value.name)) return value;
  const sql: Static = { kind: 'value', value: value.name.toLowerCase() };
  return { kind: 'object', entries: new Map([['sql', sql]]), whole: true };
}
