import { lineAt } from '../../code/problem-at.js';
import { nodesIn, parseCode, typescript, type ts } from '../../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../../merge/splice.js';
import { isOneToOne } from '../../model/constraints.js';
import type { App, Reference } from '../../model/model.js';
import { withoutUnused } from '../unused-imports.js';

/** A place that cannot be rewritten, and why. */
export interface LeftPlace {
  readonly line: number;
  readonly why: string;
}

/** A text in a new form, and what of it is not. */
export interface Rewritten {
  readonly text: string;
  readonly left: readonly LeftPlace[];
}

/**
 * Rewrites conditions by foreign keys, `where.parent<TeamMember>('owner_id', ...)` and `where.children(Task, 'project_id')`, to
 * those by relations: `where.parent('owner', ...)`, `where.children('tasks')`. Syntax does not tell which entity a condition is
 * on, so a key that has another name as a relation in different models is left.
 */
export function nameRelations(path: string, text: string, app: App): Rewritten {
  const found = callsIn(path, text).flatMap((call) => rewritten(call, app) ?? []);
  const splices = found.flatMap((one) => ('why' in one ? [] : one.splices));
  const next = applySplices(text, splices) ?? text;
  const left = found.flatMap((one) => ('why' in one ? [one] : []));
  return next === text
    ? {
        text,
        left: left.map(({ call, why }) => ({ line: lineAt(text, call.name.getStart()), why })),
      }
    : nameRelations(path, withoutUnused(path, next, unneededNames(found)), app);
}

/** A call of `parent`, `linked` or `children`. */
interface Call {
  readonly node: ts.CallExpression;
  readonly name: ts.MemberName;
  readonly types: readonly ts.TypeNode[];
}

type Outcome =
  | { readonly call: Call; readonly why: string }
  | { readonly call: Call; readonly splices: readonly Splice[] };

function callsIn(path: string, text: string): Call[] {
  const ts = typescript();
  if (!/\.(?:parent|linked|children)\b/.test(text) || !text.includes('engine')) return [];
  return nodesIn(parseCode(path, text)).flatMap((node) =>
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
      ? [{ node, name: node.expression.name, types: node.typeArguments ?? [] }]
      : [],
  );
}

/** What becomes of a call; null for one that is none of a condition by foreign key. */
function rewritten(call: Call, app: App): Outcome | null {
  const ts = typescript();
  const [first, second] = call.node.arguments;
  if (!first) return null;
  if (
    call.name.text === 'children' &&
    second &&
    ts.isIdentifier(first) &&
    ts.isStringLiteral(second)
  )
    return ofChildren(call, first, second, app);
  if (!ts.isStringLiteral(first)) return null;
  if (call.name.text === 'parent') return ofParent(call, first, app);
  const isTyped = call.name.text === 'linked' && call.types.length > 0;
  return isTyped ? { call, splices: withoutTypes(call) } : null;
}

function ofParent(call: Call, key: ts.StringLiteral, app: App): Outcome | null {
  const all = app.models.flatMap(({ fields }) =>
    fields.flatMap(({ name, type, reference }): Reference[] =>
      type === 'ref' && name === key.text && reference ? [reference] : [],
    ),
  );
  const target = call.types[0]?.getText();
  if (all.length === 0 && target === undefined) return null;
  const meant = all.filter(({ model }) => target === undefined || model === target);
  const [relation, ...others] = new Set(meant.map((one) => one.relation));
  if (relation === undefined)
    return { call, why: `no model has a \`${key.text}\` that leads to \`${target}\`` };
  if (others.length > 0)
    return {
      call,
      why: `\`${key.text}\` belongs to the relation ${relation} in one model and to ${others.join(', ')} in another`,
    };
  return { call, splices: [renamedLiteral(key, relation), ...withoutTypes(call)] };
}

function ofChildren(
  call: Call,
  entity: ts.Identifier,
  key: ts.StringLiteral,
  app: App,
): Outcome | null {
  const model = app.models.find(({ name }) => name === entity.text);
  const field = model?.fields.find(({ name, type }) => name === key.text && type === 'ref');
  const place = `\`${entity.text}.${key.text}\``;
  if (!model || !field?.reference) return { call, why: `${place} is not a foreign key of a model` };
  const { inverse, model: target } = field.reference;
  if (inverse === null)
    return { call, why: `\`${target}\` has no property for the other side of ${place}` };
  const start = entity.getStart();
  const list = { at: start, remove: key.getStart() - start, insert: '' };
  const name = isOneToOne(model, field) ? [replaceNode(call.name, 'parent')] : [];
  return { call, splices: [...name, ...withoutTypes(call), list, renamedLiteral(key, inverse)] };
}

/** Another text in the same quotes. */
function renamedLiteral(literal: ts.StringLiteral, name: string): Splice {
  const quote = literal.getText().charAt(0);
  return replaceNode(literal, quote + name + quote);
}

function withoutTypes({ node: { typeArguments } }: Call): Splice[] {
  if (!typeArguments) return [];
  const at = typeArguments.pos - 1;
  return [{ at, remove: typeArguments.end + 1 - at, insert: '' }];
}

/** The names of classes that rewritten calls no longer need. */
const unneededNames = (found: readonly Outcome[]): ReadonlySet<string> =>
  new Set(
    found.flatMap(({ call: { node, types } }) =>
      [...types, ...node.arguments.slice(0, 1)].map((one) => one.getText()),
    ),
  );
