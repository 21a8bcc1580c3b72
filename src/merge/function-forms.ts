import { typescript, type ts } from '../code/typescript.js';
import { syntaxKind, type ListForm, PARAMETERS, STATEMENTS } from './code-children.js';
import { PLAIN, type Callable, type Part, type PartList, type Slot } from './part.js';

type Node = ts.Node;
type Fn = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** Makes the parts of a file. */
interface Maker {
  readonly partOf: (node: Node) => Part;
  readonly listOf: (parent: Node, form: ListForm, nodes: ts.NodeArray<Node>) => PartList;
}

/** The function that a value is, or that a call wraps: the arrow in `memo(() => ...)`. */
function functionIn(value: Node | undefined): Fn | null {
  const ts = typescript();
  if (!value) return null;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
  return ts.isCallExpression(value) ? functionIn(value.arguments[0]) : null;
}

/** The variable that a statement declares alone. */
function variableIn(node: Node): ts.VariableDeclaration | null {
  if (!typescript().isVariableStatement(node)) return null;
  const [first, ...more] = node.declarationList.declarations;
  return (more.length === 0 && first) || null;
}

function withoutBrackets(node: ts.Expression): ts.Expression {
  return typescript().isParenthesizedExpression(node) ? withoutBrackets(node.expression) : node;
}

/** What a function returns as its `return` statement, which an arrow may leave out. */
function returned({ partOf }: Maker, expression: ts.Expression, span: Part): Part {
  const part = partOf(withoutBrackets(expression));
  return {
    ...PLAIN,
    start: span.start,
    end: span.end,
    kind: 'ReturnStatement',
    identities: [{ by: 'syntax', value: 'return' }],
    pairing: 'key',
    meaning: `return ${part.meaning}`,
    skeleton: 'return',
    slots: [{ name: 'expression', holds: 'content', from: part.start, part }],
  };
}

/** The statements of a body; an expression is one that returns it. */
function bodyOf(maker: Maker, body: ts.ConciseBody): Slot {
  const ts = typescript();
  const slot = { name: 'body', holds: 'content', end: body.end } as const;
  if (!ts.isBlock(body)) {
    const part = maker.partOf(withoutBrackets(body));
    const { start: open, end: close } = part;
    const entries = [returned(maker, body, part)];
    return { ...slot, list: { ...STATEMENTS, open, close, entries } };
  }
  const list = maker.listOf(body, STATEMENTS, body.statements);
  const entries = body.statements.map((one, at) => {
    const part = list.entries[at] as Part;
    return ts.isReturnStatement(one) && one.expression
      ? returned(maker, one.expression, part)
      : part;
  });
  return { ...slot, end: list.close, list: { ...list, entries } };
}

/** How a function is written: what declares it, the calls around it, its kind of body. */
function formOf(node: Node, fn: Fn): string {
  const { isBlock } = typescript();
  const body = isBlock(fn.body as Node) ? 'block' : 'expression';
  const around: string[] = [];
  for (let one: Node = fn; one !== node; one = one.parent) around.push(syntaxKind(one));
  return [syntaxKind(node), ...around, body].join(' ');
}

/** What is around a function: the calls with their other arguments, and the type of its variable. */
function aroundOf({ partOf }: Maker, node: Node, fn: Fn): string {
  const ts = typescript();
  const found: Node[] = [];
  for (let one: Node = fn; one !== node; one = one.parent) {
    if (ts.isVariableDeclaration(one.parent) && one.parent.type) found.push(one.parent.type);
    if (!ts.isCallExpression(one.parent)) continue;
    const { expression, typeArguments = [], arguments: given } = one.parent;
    found.push(expression, ...typeArguments, ...given.slice(1));
  }
  return found.map((one) => partOf(one).meaning).join(' , ');
}

/** What a function is apart from its slots: `async`, type parameters and a type, and what is around it. */
function skeletonOf(maker: Maker, node: Node, fn: Fn): string {
  const { AsyncKeyword } = typescript().SyntaxKind;
  const isAsync = fn.modifiers?.some(({ kind }) => kind === AsyncKeyword) ?? false;
  const kind = `${isAsync ? 'async ' : ''}function${fn.asteriskToken ? '*' : ''}`;
  const types = [...(fn.typeParameters ?? []), ...(fn.type ? [fn.type] : [])];
  const meanings = types.map((one) => maker.partOf(one).meaning);
  return [kind, ...meanings, aroundOf(maker, node, fn)].join(' : ');
}

const slotIn = ({ slots }: Part, name: string): Slot[] =>
  slots?.filter((slot) => slot.name === name) ?? [];

/** The modifiers of a declaration, without the `async` of the function in it. */
const modifiersOf = (part: Part): Slot[] =>
  slotIn(part, 'modifiers').map((slot) => {
    if (!('list' in slot)) return slot;
    const entries = slot.list.entries.filter(({ meaning }) => meaning !== 'async');
    return { ...slot, list: { ...slot.list, entries } };
  });

/**
 * The function that a node is or declares, with the same parts in whatever form it is written: a declaration, an arrow, a
 * constant with either, with or without a call around it.
 */
export function callableOf(maker: Maker, node: Node, part: Part): Callable | null {
  const ts = typescript();
  const variable = variableIn(node);
  const own =
    ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  const fn = own ? (node as Fn) : functionIn(variable?.initializer);
  if (!fn?.body) return null;
  const list = maker.listOf(fn, PARAMETERS, fn.parameters);
  const parameters = { name: 'parameters', holds: 'frame', end: list.close, list } as const;
  const declared = variable ? maker.partOf(variable) : part;
  const slots = [
    ...modifiersOf(part),
    ...slotIn(declared, 'name'),
    parameters,
    bodyOf(maker, fn.body),
  ];
  const { start, end, meaning, identities, pairing } = part;
  const known = { start, end, meaning, identities, pairing, kind: 'FunctionDeclaration' } as const;
  return {
    ...PLAIN,
    ...known,
    form: formOf(node, fn),
    isBlock: ts.isBlock(fn.body),
    skeleton: skeletonOf(maker, node, fn),
    slots,
  };
}

const bodyIn = (one: Callable): readonly Part[] =>
  one.slots?.flatMap((slot) => ('list' in slot && slot.name === 'body' ? slot.list.entries : [])) ??
  [];

/** The meaning of a part; a function has the same meaning in all forms. */
export function formless({ callable, meaning }: Part): string {
  const slots = callable?.slots?.map((slot) =>
    'part' in slot ? slot.part.meaning : slot.list.entries.map((one) => one.meaning).join(' ; '),
  );
  return slots?.join(' : ') ?? meaning;
}

const isReturn = ({ kind }: Part): boolean => kind === 'ReturnStatement';

const returnsObject = (one: Callable): boolean =>
  bodyIn(one).some(({ meaning }) => meaning.startsWith('return {'));

/** Whether what next changes in the body of a function has a place in the developer's. */
function hasRoom(base: Callable, mine: Callable, next: Callable): boolean {
  const all = [base, mine, next];
  if (all.every(({ isBlock }) => isBlock)) return true;
  if (!all.every((one) => bodyIn(one).filter(isReturn).length === 1)) return false;
  if (mine.isBlock) return true;
  // An expression cannot take statements, and an object would need brackets: `=> ({ ... })`.
  if (returnsObject(next) && !returnsObject(mine)) return false;
  const known = new Set(bodyIn(base).map(({ meaning }) => meaning));
  return bodyIn(next).every((one) => isReturn(one) || known.has(one.meaning));
}

/**
 * Three versions of a function that are not all written in the same form, in parts that correspond; null where the usual parts
 * do, and where none do.
 */
export function functionForms(
  base: Part,
  mine: Part,
  next: Part,
): readonly [Callable, Callable, Callable] | null {
  const [was, yours, wanted] = [base.callable, mine.callable, next.callable];
  if (!was || !yours || !wanted) return null;
  if (was.form === yours.form && (yours.form === wanted.form || mine.meaning === base.meaning))
    return null;
  const isAlike = [was.skeleton, yours.skeleton].includes(wanted.skeleton);
  return isAlike && hasRoom(was, yours, wanted) ? [was, yours, wanted] : null;
}
