import { isStep, MissingTarget, replay, UnknownStep } from '../schema/replay.js';
import { FIRST_SCHEMA, type Schema } from '../schema/schema.js';
import type { StepCall } from '../schema/step.js';
import { readStatic, toJson, type Static } from './static-value.js';
import { parseCode, syntaxErrors, typescript, type ts } from './typescript.js';

/** The tables that migrations create, and the migrations that could not be read. */
export interface Replayed {
  readonly schema: Schema;
  /** Paths of migrations with syntax errors or computed steps; nothing after them is certain. */
  readonly unread: readonly string[];
  /** Those with a step on something that does not exist. */
  readonly broken: readonly { readonly path: string; readonly what: string }[];
}

/** Replays the steps of migrations, oldest first; raw SQL is not analysed. */
export function readMigrations(
  files: readonly (readonly [path: string, text: string])[],
): Replayed {
  const unread: string[] = [];
  const broken: { path: string; what: string }[] = [];
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  let mayBeMade = false;
  const schema = sorted.reduce<Schema>((before, [path, text]) => {
    mayBeMade ||= hasUnseenChanges(text);
    if (!text.includes('StepMigration')) return before;
    const after = replayed(before, path, text);
    if (!(after instanceof Error)) return after;
    if (after instanceof MissingTarget && !mayBeMade) broken.push({ path, what: after.what });
    else unread.push(path);
    mayBeMade = true;
    return before;
  }, FIRST_SCHEMA);
  return { schema, unread, broken };
}

/** Whether a migration may change the schema outside of its steps. */
const hasUnseenChanges = (text: string): boolean =>
  !text.includes('StepMigration') || /\bsql\(/.test(text);

/** The tables after one migration; an error where its steps are computed or their target is missing. */
function replayed(
  before: Schema,
  path: string,
  text: string,
): Schema | UnknownStep | MissingTarget {
  const file = parseCode(path, text);
  if (syntaxErrors(file) > 0) return new UnknownStep();
  try {
    return replay(before, callsOf(file));
  } catch (error) {
    if (error instanceof UnknownStep || error instanceof MissingTarget) return error;
    throw error;
  }
}

/** The calls in `steps = [...]`; throws UnknownStep for anything else. */
function callsOf(file: ts.SourceFile): StepCall[] {
  const ts = typescript();
  const calls: StepCall[] = [];
  const visit = (node: ts.Node): void => {
    const isSteps = ts.isPropertyDeclaration(node) && node.name.getText() === 'steps';
    if (!isSteps) return ts.forEachChild(node, visit);
    if (!node.initializer || !ts.isArrayLiteralExpression(node.initializer))
      throw new UnknownStep();
    for (const item of node.initializer.elements) calls.push(...callOf(item));
  };
  visit(file);
  return calls;
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
