import { isWhole, type DecoratorCall } from './decorators.js';
import type { UnreadMember } from './unread-member.js';
import { plainStatic, toStrings, unwrapped, type Static } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** Columns that are unique or indexed together, by property names. */
export interface Constraint {
  readonly kind: 'unique' | 'index';
  readonly columns: readonly string[];
}

/** Constraints that crudgen's migrations do not support. */
const UNSUPPORTED = new Set(['Check', 'Exclusion', 'ForeignKey']);

/**
 * Reads a constraint or index of a class or member; null for other decorators, and for what the database has anyway. `living` is the
 * condition of the rows among which a class with a trash has unique values.
 */
export function readConstraint(
  call: DecoratorCall,
  member: string | null = null,
  living: string | null = null,
): Constraint | UnreadMember | null {
  const { name, args } = call;
  if (member === null && checkOf(call) !== null) return null;
  if (UNSUPPORTED.has(name)) return beyond(call, 'crudgen does not support it', [], member);
  if (name !== 'Index' && name !== 'Unique') return null;
  const options = args.find((arg) => arg.kind === 'object')?.entries ?? new Map<string, Static>();
  if (plainStatic(options.get('synchronize')) === false) return null;
  const columns = member === null ? constraintColumns(args) : [member];
  if (columns === undefined) {
    const isComputed = args.some(({ kind }) => kind !== 'value' && kind !== 'object');
    const why = isComputed ? 'its columns are computed at run time' : 'it names no columns';
    return { kind: 'unread', property: `@${name}`, node: call.node, why };
  }
  const why = constraintObstacle(call, options, living);
  if (why !== null) return beyond(call, why, columns, member);
  const isUnique = name === 'Unique' || isUniqueIn(options);
  return { kind: isUnique ? 'unique' : 'index', columns };
}

/** The name and the condition of a check of a class; null for anything else. */
export function checkOf({ name, args }: DecoratorCall): readonly [string, string] | null {
  if (name !== 'Check') return null;
  const [title, sql] = args.map((arg) => plainStatic(arg));
  return typeof title === 'string' && typeof sql === 'string' ? [title, sql] : null;
}

/** Whether a decorator makes a member unique or indexed. */
export const isConstraint =
  (kind: Constraint['kind'], member: string) =>
  (call: DecoratorCall): boolean =>
    readConstraint(call, member)?.kind === kind;

/** The columns of a class constraint; undefined where they cannot be read. */
function constraintColumns(args: readonly Static[]): readonly string[] | undefined {
  const given = args.find(({ kind }) => kind === 'list' || kind === 'function');
  return given?.kind === 'function' ? namedBy(given.node) : toStrings(given);
}

/** The columns of `(task) => [task.title, task.kind]` and of `(task) => ({ title: 1, kind: 1 })`. */
function namedBy({ body }: ts.ArrowFunction): readonly string[] | undefined {
  const ts = typescript();
  const given = ts.isBlock(body) ? null : unwrapped(body);
  if (given === null) return undefined;
  const names = ts.isArrayLiteralExpression(given)
    ? given.elements.map((one) =>
        ts.isPropertyAccessExpression(one) && ts.isIdentifier(one.expression) ? one.name : null,
      )
    : ts.isObjectLiteralExpression(given)
      ? given.properties.map(({ name }) => (name && ts.isIdentifier(name) ? name : null))
      : [];
  const read = names.flatMap((name) => name?.getText() ?? []);
  return read.length > 0 && read.length === names.length ? read : undefined;
}

const isUniqueIn = (options: ReadonlyMap<string, Static>): boolean =>
  plainStatic(options.get('unique')) === true;

/** The condition of the rows among which a member is unique: `@Index({ unique: true, where: '"deleted_at" IS NULL' })`. */
export function uniqueAmong(decorators: readonly DecoratorCall[]): string | undefined {
  for (const { name, args } of decorators) {
    const options = args.find((arg) => arg.kind === 'object')?.entries;
    const where = options && isUniqueIn(options) ? plainStatic(options.get('where')) : undefined;
    if (name === 'Index' && typeof where === 'string') return where;
  }
  return undefined;
}

/** Options that only affect how an index is created. */
const MAKING = new Set(['concurrent', 'background']);

/** Why a constraint on known columns cannot be read; null where it can. */
function constraintObstacle(
  call: DecoratorCall,
  options: ReadonlyMap<string, Static>,
  living: string | null,
): string | null {
  const known = ['value', 'object', 'list', 'function'];
  const unique = options.get('unique');
  const isComputed = unique !== undefined && unique.kind !== 'value';
  if (isComputed || !isWhole(call) || call.args.some(({ kind }) => !known.includes(kind)))
    return 'it is computed at run time';
  const isLiving = (name: string, option: Static): boolean =>
    name === 'where' && living !== null && plainStatic(option) === living;
  const more = [...options].find(
    ([name, option]) =>
      name !== 'unique' &&
      !MAKING.has(name) &&
      plainStatic(option) !== false &&
      !(isUniqueIn(options) && isLiving(name, option)),
  );
  return more ? `crudgen does not support its \`${more[0]}\`` : null;
}

/** A constraint that is left to the developer. */
const beyond = (
  { name, node }: DecoratorCall,
  why: string,
  columns: readonly string[],
  over: string | null,
): UnreadMember => ({
  kind: 'unread',
  property: `@${name}`,
  node,
  why,
  help: 'write a migration of your own for its effect on the database; crudgen leaves the code as it is',
  columns,
  ...(over !== null && { over }),
});
