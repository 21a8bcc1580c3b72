import { type Code, type Entry, isFilled, quote, SPREAD } from './code.js';
import {
  brackets,
  choice,
  type Doc,
  fill,
  group,
  ifBroken,
  indent,
  join,
  line,
  mustBreak,
  printDoc,
  softline,
} from './doc.js';

/** Prints an expression with text before and after it. */
export function printCode(
  code: Code,
  { before = '', after = '', column = 0, width = 100 } = {},
): string {
  return printDoc([before, docOf(code), after], { column, width });
}

/** `left = value;`, the value on the line below, indented, where not even its first line fits beside `left`. */
export function printAssignment(left: string, value: Code): string {
  const doc = docOf(value);
  const broken = mustBreak(doc) ? doc : brokenDoc(value);
  const below = [left, ' =', indent([line, doc])];
  return printDoc([choice([left, ' = ', doc], [left, ' = ', broken], below), ';']);
}

/** `name: Type;` of a class; a union that is too long goes to the line below, and from there each type to a line of its own. */
export function printProperty(name: string, type: Code, column: number): string {
  const annotation =
    type.is === 'union'
      ? group(indent([line, group([ifBroken('| '), join([line, '| '], type.types)])]))
      : [' ', docOf(type)];
  return printDoc([`${name}:`, annotation, ';'], { column });
}

/** `expect(of[key]).toEqual(wanted);`: what is wanted goes to a line of its own before what is looked at does. */
export function printExpectation(of: string, key: string, wanted: string, column: number): string {
  const value = [of, group(['[', indent([softline, key]), softline, ']'])];
  const own = (doc: Doc) => [indent([line, doc, ',']), line];
  const forms = choice(
    ['expect(', value, ').toEqual(', wanted, ')'],
    ['expect(', value, ').toEqual(', own(wanted), ')'],
    ['expect(', own(value), ').toEqual(', wanted, ')'],
  );
  return printDoc([forms, ';'], { column });
}

/** `import { A, type B } from 'x';`, names in the order given; of types alone after `import type`. */
export function printImport(
  names: readonly string[],
  from: string,
  keyword: 'import' | 'import type' = 'import',
): string {
  const end = ` from ${quote(from)};`;
  if (names.length === 1) return `${keyword} { ${names[0]} }${end}`;
  const list = join([',', line], names);
  return printDoc([`${keyword} `, brackets('{}', line, list), end]);
}

/** How an expression is laid out. */
export function docOf(code: Code): Doc {
  switch (code.is) {
    case 'text':
      return code.text;
    case 'object':
      return objectDoc(code.entries, code.broken);
    case 'array':
      return arrayDoc(code.items);
    case 'call':
      return [code.callee, argumentsDoc(code.args)];
    case 'arrow': {
      const { head, body } = code;
      if (typeof body === 'string') return [head, ' =>', group(indent([line, body]))];
      return [
        head,
        ' => ',
        group(['{', indent(body.map((text) => [line, text])), line, '}'], true),
      ];
    }
    case 'generic':
      return [code.name, '<', group([indent([softline, code.argument]), softline]), '>'];
    case 'union':
      return join(' | ', code.types);
    case 'member':
      return [code.of, group(indent([softline, `.${code.name}`]))];
    case 'commented':
      throw new Error(`a comment stands above entries only: ${code.comment}`);
  }
}

function objectDoc(entries: readonly Entry[], given = false): Doc {
  if (entries.length === 0) return '{}';
  const keys = keyTexts(entries);
  const members = entries.map(([, value], index) => memberDoc(keys[index]!, value));
  const broken = given || entries.some(([, value]) => value.is === 'commented');
  const list = join([',', line], members);
  return brackets('{}', line, list, broken);
}

/** Texts, and properties of names: `row.id`. */
const UNBREAKABLE = /^(['"]|[a-z_$][\w$]*(\.[\w$]+)+$)/i;

/** Long unbreakable values go to the line below their key; values with brackets break inside them. */
function memberDoc(key: string, value: Code): Doc {
  if (value === SPREAD) return key;
  if (value.is === 'commented') return [`// ${value.comment}`, line, memberDoc(key, value.value)];
  const stays = value.is !== 'text' || !UNBREAKABLE.test(value.text) || key.length <= 4;
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
  return brackets('[]', softline, list, broken || breaksAlways(items));
}

function argumentsDoc(args: readonly Code[]): Doc {
  if (args.length === 0) return '()';
  const docs = args.map(docOf);
  const front = docs.slice(0, -1).flatMap((doc) => [doc, ', ']);
  if (!hugs(args)) return listedArguments(args, docs.some(mustBreak));
  if (front.some(mustBreak)) return listedArguments(args, true);
  return choice(
    ['(', ...front, docs.at(-1)!, ')'],
    ['(', ...front, brokenDoc(args.at(-1)!), ')'],
    listedArguments(args, true),
  );
}

/** All arguments on one line, or each on a line of its own. */
const listedArguments = (args: readonly Code[], broken: boolean): Doc =>
  brackets('()', softline, join([',', line], args.map(docOf)), broken);

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
  if (code.is === 'call' && code.args.length > 0)
    return [code.callee, listedArguments(code.args, true)];
  return code.is === 'array' ? arrayDoc(code.items, true) : docOf(code);
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
function keyTexts(entries: readonly Entry[]): readonly string[] {
  const keys = entries.map(([key]) => key);
  const isName = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key);
  const isNumber = (key: string) => /^(0|[1-9]\d{0,14})$/.test(key);
  const plain = keys.every((key) => isName(key) || isNumber(key));
  return entries.map(([key, value]) =>
    value === SPREAD || isName(key) || (plain && isNumber(key)) ? key : quote(key),
  );
}
