import {
  choice,
  type Doc,
  fill,
  group,
  indent,
  join,
  line,
  mustBreak,
  printDoc,
  softline,
  trailingComma,
} from './doc.js';

/** An expression of the generated code as data; printed as prettier prints it. */
export type Code =
  | { readonly is: 'text'; readonly text: string; readonly number: boolean }
  | { readonly is: 'object'; readonly entries: readonly (readonly [key: string, value: Code])[] }
  | { readonly is: 'array'; readonly items: readonly Code[] }
  | { readonly is: 'call'; readonly callee: string; readonly args: readonly Code[] }
  | { readonly is: 'arrow'; readonly head: string; readonly body: string };

/** Code that stands as it is: a name, a short arrow function. */
export const raw = (text: string): Code => ({ is: 'text', text, number: false });

/** A call: `createTable('task', {...})`. */
export const call = (callee: string, ...args: readonly Code[]): Code => ({
  is: 'call',
  callee,
  args,
});

/** As the value of an entry: its key is a spread (`...row`) and stands alone. */
export const SPREAD: Code = raw('');

/** A function of one expression: `(task) => task.project`. */
export const arrow = (head: string, body: string): Code => ({ is: 'arrow', head, body });

/** A list of expressions. */
export const array = (items: readonly Code[]): Code => ({ is: 'array', items });

/** An object; entries whose value is undefined are left out. */
export const object = (entries: Readonly<Record<string, Code | undefined>>): Code => ({
  is: 'object',
  entries: Object.entries(entries).flatMap(([key, value]) => (value ? [[key, value]] : [])),
});

/** A JSON value as code; `names` says which objects in it stand under a name of their own. */
export function literal(value: unknown, names?: ReadonlyMap<unknown, string>): Code {
  const name = names?.get(value);
  if (name !== undefined) return raw(name);
  if (typeof value === 'string') return raw(quote(value));
  if (typeof value === 'number') return { is: 'text', text: numberText(value), number: true };
  if (Array.isArray(value)) return array(value.map((item) => literal(item, names)));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, item]) => [key, literal(item, names)] as const,
    );
    return { is: 'object', entries };
  }
  return raw(String(value));
}

/** A string in the quotes that need fewer escapes, single ones if in doubt. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  const count = (mark: string) => text.split(mark).length - 1;
  const mark = count("'") > count('"') ? '"' : "'";
  return mark + escaped.replaceAll(mark, `\\${mark}`) + mark;
}

/** One expression with what stands before and after it on its lines. */
export function printCode(
  code: Code,
  { before = '', after = '', column = 0, width = 100 } = {},
): string {
  return printDoc([before, docOf(code), after], { column, width });
}

/** `left = value;`, the value on the line below, indented, where not even its first line fits beside `left`. */
export function printAssignment(left: string, value: Code): string {
  const beside = choice(
    [left, ' = ', docOf(value)],
    [left, ' = ', brokenDoc(value)],
    [left, ' =', indent([line, docOf(value)])],
  );
  return printDoc([beside, ';']);
}

/** `import { A, type B } from 'x';`, names in the order given. */
export function printImport(names: readonly string[], from: string): string {
  const end = ` from ${quote(from)};`;
  if (names.length === 1) return `import { ${names[0]} }${end}`;
  const list = join([',', line], names);
  return printDoc(['import ', group(['{', indent([line, list]), trailingComma, line, '}']), end]);
}

function docOf(code: Code): Doc {
  switch (code.is) {
    case 'text':
      return code.text;
    case 'object':
      return objectDoc(code.entries);
    case 'array':
      return arrayDoc(code.items);
    case 'call':
      return [code.callee, argumentsDoc(code.args)];
    case 'arrow':
      return [code.head, ' =>', group(indent([line, code.body]))];
  }
}

function objectDoc(entries: readonly (readonly [string, Code])[], broken = false): Doc {
  if (entries.length === 0) return '{}';
  const keys = keyTexts(entries);
  const members = entries.map(([, value], index) => memberDoc(keys[index]!, value));
  const list = join([',', line], members);
  return group(['{', indent([line, list]), trailingComma, line, '}'], broken);
}

/** A long text goes to the line below its key; whatever has brackets breaks inside them. */
function memberDoc(key: string, value: Code): Doc {
  if (value === SPREAD) return key;
  const stays = value.is !== 'text' || !/^['"]/.test(value.text) || key.length <= 4;
  if (stays) return [key, ': ', docOf(value)];
  return [key, ':', group(indent([line, value.text]))];
}

function arrayDoc(items: readonly Code[], broken = false): Doc {
  if (items.length === 0) return '[]';
  const concise = isConcise(items);
  const docs = items.map(docOf);
  const list = concise
    ? fill(docs.flatMap((doc, index) => (index < docs.length - 1 ? [[doc, ','], line] : [doc])))
    : join([',', line], docs);
  const body = ['[', indent([softline, list]), trailingComma, softline, ']'];
  return group(body, broken || breaksAlways(items));
}

function argumentsDoc(args: readonly Code[]): Doc {
  if (args.length === 0) return '()';
  const docs = args.map(docOf);
  const allBroken = brokenArguments(args);
  const last = args.at(-1)!;
  const front = docs.slice(0, -1).flatMap((doc) => [doc, ', ']);
  if (!hugs(args)) {
    return docs.some(mustBreak)
      ? allBroken
      : group(['(', indent([softline, join([',', line], docs)]), trailingComma, softline, ')']);
  }
  if (front.some(mustBreak)) return allBroken;
  return choice(
    ['(', ...front, docs.at(-1)!, ')'],
    ['(', ...front, brokenDoc(last), ')'],
    allBroken,
  );
}

/** Each argument on a line of its own. */
const brokenArguments = (args: readonly Code[]): Doc =>
  group(
    ['(', indent([softline, join([',', line], args.map(docOf))]), trailingComma, softline, ')'],
    true,
  );

/** Whether the last argument's brackets open on the line of the call. */
function hugs(args: readonly Code[]): boolean {
  const last = args.at(-1)!;
  if (!isFilled(last)) return false;
  if (args.length > 1 && last.is === 'array' && isConcise(last.items)) return false;
  if (args.length === 2 && args[0]!.is === 'arrow' && last.is === 'array') return false;
  return args.at(-2)?.is !== last.is;
}

function brokenDoc(code: Code): Doc {
  if (code.is === 'object') return objectDoc(code.entries, true);
  if (code.is === 'call' && code.args.length > 0) return [code.callee, brokenArguments(code.args)];
  return code.is === 'array' ? arrayDoc(code.items, true) : docOf(code);
}

function isFilled(code: Code): boolean {
  if (code.is === 'object') return code.entries.length > 0;
  return code.is === 'array' && code.items.length > 0;
}

/** Lists of numbers fill their lines. */
function isConcise(items: readonly Code[]): boolean {
  return items.length > 1 && items.every((item) => item.is === 'text' && item.number);
}

/** Lists of lists, and of objects, with more than one entry each stand one to a line. */
function breaksAlways(items: readonly Code[]): boolean {
  if (items.length < 2) return false;
  const sizes = items.map((item) =>
    item.is === 'array' ? item.items.length : item.is === 'object' ? item.entries.length : 0,
  );
  return sizes.every((size) => size > 1) && items.every((item) => item.is === items[0]!.is);
}

/** Quotes only where one needs them; a number among quoted keys makes all of them quoted. */
function keyTexts(entries: readonly (readonly [string, Code])[]): readonly string[] {
  const keys = entries.map(([key]) => key);
  const simple = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key);
  return entries.map(([key, value]) =>
    value === SPREAD || simple(key) || isPlainNumber(key, keys) ? key : quote(key),
  );
}

function isPlainNumber(key: string, keys: readonly string[]): boolean {
  const number = (text: string) => /^(0|[1-9]\d{0,14})$/.test(text);
  const simple = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);
  return number(key) && keys.every((other) => number(other) || simple(other));
}

/** As prettier writes numbers: no `+` in exponents. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}
