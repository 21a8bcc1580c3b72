import { isWhole, type DecoratorCall } from './decorators.js';
import type { Opaque } from './opaque.js';
import { toStrings, unwrapped, type Static } from './static-value.js';
import { typescript, type ts } from './typescript.js';

/** Columns that are unique or indexed together, by the properties that a decorator names. */
export interface Constraint {
  readonly kind: 'unique' | 'index';
  readonly columns: readonly string[];
}

/** Constraints that no step of crudgen's migrations makes. */
const WORDLESS = new Set(['Check', 'Exclusion', 'ForeignKey']);

/** What a constraint or index says, over a class or a member; null of other decorators, and of what the database has by itself. */
export function readConstraint(
  call: DecoratorCall,
  member: string | null = null,
): Constraint | Opaque | null {
  const { name, args } = call;
  if (WORDLESS.has(name)) return beyond(call, 'crudgen has no words for it', [], member);
  if (name !== 'Index' && name !== 'Unique') return null;
  const options = args.find((arg) => arg.kind === 'object')?.entries ?? new Map<string, Static>();
  if (isValue(options.get('synchronize'), false)) return null;
  const columns = member === null ? columnsOf(args) : [member];
  if (columns === undefined) {
    const isComputed = args.some(({ kind }) => kind !== 'value' && kind !== 'object');
    const why = isComputed ? 'its columns are computed' : 'it names no columns';
    return { kind: 'opaque', property: `@${name}`, node: call.node, why };
  }
  const why = obstacle(call, options);
  if (why !== null) return beyond(call, why, columns, member);
  const isUnique = name === 'Unique' || isValue(options.get('unique'), true);
  return { kind: isUnique ? 'unique' : 'index', columns };
}

/** Whether a decorator over a member makes it unique, or an index of it. */
export const isConstraint =
  (kind: Constraint['kind'], member: string) =>
  (call: DecoratorCall): boolean =>
    readConstraint(call, member)?.kind === kind;

const isValue = (option: Static | undefined, value: boolean): boolean =>
  option?.kind === 'value' && option.value === value;

/** The columns that a constraint over a class names; undefined where they cannot be read. */
function columnsOf(args: readonly Static[]): readonly string[] | undefined {
  const given = args.find(({ kind }) => kind === 'list' || kind === 'function');
  return given?.kind === 'function' ? namedBy(given.node) : toStrings(given);
}

/** The columns of `(task) => [task.title, task.kind]` and of `(task) => ({ title: 1, kind: 1 })`. */
function namedBy({ body }: ts.ArrowFunction): readonly string[] | undefined {
  const kit = typescript();
  const given = kit.isBlock(body) ? null : unwrapped(body);
  if (given === null) return undefined;
  const names = kit.isArrayLiteralExpression(given)
    ? given.elements.map((one) =>
        kit.isPropertyAccessExpression(one) && kit.isIdentifier(one.expression) ? one.name : null,
      )
    : kit.isObjectLiteralExpression(given)
      ? given.properties.map(({ name }) => (name && kit.isIdentifier(name) ? name : null))
      : [];
  const read = names.flatMap((name) => name?.getText() ?? []);
  return read.length > 0 && read.length === names.length ? read : undefined;
}

/** Options that say how an index is made, and not what it is. */
const MAKING = new Set(['concurrent', 'background']);

/** Why a constraint on known columns cannot be read; null where it can. */
function obstacle(call: DecoratorCall, options: ReadonlyMap<string, Static>): string | null {
  const known = ['value', 'object', 'list', 'function'];
  const unique = options.get('unique');
  const isComputed = unique !== undefined && unique.kind !== 'value';
  if (isComputed || !isWhole(call) || call.args.some(({ kind }) => !known.includes(kind)))
    return 'it is computed';
  const more = [...options].find(
    ([name, option]) => name !== 'unique' && !MAKING.has(name) && !isValue(option, false),
  );
  return more ? `crudgen has no words for its \`${more[0]}\`` : null;
}

/** What is left to its developer. */
const beyond = (
  { name, node }: DecoratorCall,
  why: string,
  columns: readonly string[],
  over: string | null,
): Opaque => ({
  kind: 'opaque',
  property: `@${name}`,
  node,
  why,
  help: 'it stays as it is; what it asks of the database is for a migration of your own',
  columns,
  ...(over !== null && { over }),
});
