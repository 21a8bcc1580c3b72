import { ExistingTarget, ImpossibleStep, isStep, replay, UnknownStep } from '../schema/replay.js';
import { FIRST_SCHEMA, type Schema } from '../schema/schema.js';
import type { StepCall } from '../schema/step.js';
import { readStatic, toJson, type Static } from './static-value.js';
import { nodesIn, parseCode, syntaxErrors, typescript, type ts } from './typescript.js';

/** The tables that migrations create, and the migrations that could not be read. */
export interface Replayed {
  readonly schema: Schema;
  /** Paths of migrations with syntax errors or computed steps; nothing after them is certain. */
  readonly unread: readonly string[];
  /** Those with a step that cannot run. */
  readonly broken: readonly BrokenMigration[];
}

/** A migration with a step on something that does not exist, or that creates what an earlier migration creates. */
export interface BrokenMigration {
  readonly path: string;
  /** For example: column `task.points`. */
  readonly what: string;
  /** The path of the migration that creates it; null where none does. */
  readonly createdBy: string | null;
}

/** Replays the steps of migrations, oldest first; raw SQL is not analysed. */
export function readMigrations(
  files: readonly (readonly [path: string, text: string])[],
): Replayed {
  const unread: string[] = [];
  const broken: BrokenMigration[] = [];
  const replays: [path: string, schema: Schema][] = [];
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  let mayBeMade = false;
  const schema = sorted.reduce<Schema>((before, [path, text]) => {
    mayBeMade ||= hasUnseenChanges(text);
    if (!text.includes('StepMigration')) return before;
    const after = attempt(() => replay(before, callsOf(path, text)));
    if (!(after instanceof Error)) {
      replays.push([path, after]);
      return after;
    }
    if (after instanceof ImpossibleStep && !mayBeMade) {
      const [createdBy = null] =
        (after instanceof ExistingTarget && replays.find(([, schema]) => after.isIn(schema))) || [];
      broken.push({ path, what: after.what, createdBy });
    } else unread.push(path);
    mayBeMade = true;
    return before;
  }, FIRST_SCHEMA);
  return { schema, unread, broken };
}

/** The steps of one migration; null where they cannot be read, or raw SQL stands beside them. */
export function stepsOfMigration(path: string, text: string): readonly StepCall[] | null {
  const calls = hasUnseenChanges(text) ? null : attempt(() => callsOf(path, text));
  return calls instanceof Error ? null : calls;
}

/** Whether a migration may change the schema outside of its steps. */
const hasUnseenChanges = (text: string): boolean =>
  !text.includes('StepMigration') || /\bsql\(/.test(text);

/** A result; an error where steps are computed or cannot run. */
function attempt<T>(run: () => T): T | UnknownStep | ImpossibleStep {
  try {
    return run();
  } catch (error) {
    if (error instanceof UnknownStep || error instanceof ImpossibleStep) return error;
    throw error;
  }
}

/** The calls in `steps = [...]`; throws UnknownStep for anything else. */
function callsOf(path: string, text: string): StepCall[] {
  const ts = typescript();
  const file = parseCode(path, text);
  if (syntaxErrors(file) > 0) throw new UnknownStep();
  const lists = nodesIn(file)
    .filter(ts.isPropertyDeclaration)
    .filter(({ name }) => name.getText() === 'steps');
  return lists.flatMap(({ initializer }) => {
    if (!initializer || !ts.isArrayLiteralExpression(initializer)) throw new UnknownStep();
    return initializer.elements.flatMap(callOf);
  });
}

/** One call; raw SQL is not analysed. */
function callOf(node: ts.Expression): StepCall[] {
  const ts = typescript();
  if (!ts.isCallExpression(node)) throw new UnknownStep();
  const name = node.expression.getText();
  if (name === 'sql') return [];
  if (!isStep(name)) throw new UnknownStep();
  const args = node.arguments.map((one) => {
    const value = toJson(named(readStatic(one)));
    if (value === undefined) throw new UnknownStep();
    return value;
  });
  return [{ call: name, args }];
}

/** NOW and TODAY as values. */
function named(value: Static): Static {
  if (value.kind === 'list') return { ...value, items: value.items.map(named) };
  if (value.kind === 'object') {
    const entries = [...value.entries].map(([key, one]) => [key, named(one)] as const);
    return { ...value, entries: new Map(entries) };
  }
  if (value.kind !== 'name' || !/^(NOW|TODAY)$/.test(value.name)) return value;
  const sql: Static = { kind: 'value', value: value.name.toLowerCase() };
  return { kind: 'object', entries: new Map([['sql', sql]]), whole: true };
}
