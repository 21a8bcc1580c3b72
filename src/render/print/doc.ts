/** Text with optional line breaks, after Wadler and prettier: the widest form that fits wins. */
export type Doc =
  | string
  | readonly Doc[]
  | { readonly is: 'line'; readonly flat: ' ' | '' }
  | { readonly is: 'indent'; readonly body: Doc }
  | { readonly is: 'ifBroken'; readonly text: string }
  | { readonly is: 'group'; readonly body: Doc; readonly broken: boolean }
  /** The first form whose first line fits; the last one otherwise. */
  | { readonly is: 'choice'; readonly forms: readonly Doc[] }
  /** Fills each line with as many items as fit. */
  | { readonly is: 'fill'; readonly items: readonly Doc[] };

type Mode = 'flat' | 'broken';
type Todo = readonly [indent: number, mode: Mode, doc: Doc];

/** A space, or a new line in a group that does not fit. */
export const line: Doc = { is: 'line', flat: ' ' };
/** Nothing, or a new line in a group that does not fit. */
export const softline: Doc = { is: 'line', flat: '' };
/** A text that is only printed where the group is broken. */
export const ifBroken = (text: string): Doc => ({ is: 'ifBroken', text });

/** Two spaces deeper. */
export const indent = (body: Doc): Doc => ({ is: 'indent', body });

/** Breaks all of its own lines or none; `broken` forces the breaks. */
export const group = (body: Doc, broken = false): Doc => ({ is: 'group', body, broken });

/** A list in brackets: on one line, or one item per line with a trailing comma. */
export const brackets = (marks: string, space: Doc, list: Doc, broken = false): Doc =>
  group([marks[0]!, indent([space, list]), ifBroken(','), space, marks[1]!], broken);

/** One of several forms, the most compact first. */
export const choice = (...forms: readonly Doc[]): Doc => ({ is: 'choice', forms });

/** Items one after the other, breaking only where the next one does not fit. */
export const fill = (items: readonly Doc[]): Doc => ({ is: 'fill', items });

/** The items with `between` among them. */
export const join = (between: Doc, items: readonly Doc[]): Doc[] =>
  items.flatMap((item, index) => (index === 0 ? [item] : [between, item]));

/** Whether the doc cannot be printed on one line. */
export function mustBreak(doc: Doc): boolean {
  if (typeof doc === 'string') return false;
  if (isList(doc)) return doc.some(mustBreak);
  switch (doc.is) {
    case 'group':
      return doc.broken || mustBreak(doc.body);
    case 'indent':
      return mustBreak(doc.body);
    case 'choice':
      return doc.forms[0] !== undefined && mustBreak(doc.forms[0]);
    case 'fill':
      return doc.items.some(mustBreak);
    default:
      return false;
  }
}

/** Prints a doc with lines of at most `width` where possible; `column` is the start. */
export function printDoc(doc: Doc, { width = 100, column = 0 } = {}): string {
  const out: string[] = [];
  const todo: Todo[] = [[column, 'broken', doc]];
  let at = column;
  const write = (text: string) => {
    out.push(text);
    at += text.length;
  };
  while (todo.length > 0) {
    const [depth, mode, next] = todo.pop()!;
    if (typeof next === 'string') write(next);
    else if (isList(next)) push(todo, depth, mode, next);
    else if (next.is === 'indent') todo.push([depth + 2, mode, next.body]);
    else if (next.is === 'ifBroken') write(mode === 'broken' ? next.text : '');
    else if (next.is === 'line') {
      if (mode === 'flat') write(next.flat);
      else {
        out.push(`\n${' '.repeat(depth)}`);
        at = depth;
      }
    } else if (next.is === 'group') {
      const flat =
        mode === 'flat' || (!mustBreak(next) && fits([depth, 'flat', next.body], todo, width - at));
      todo.push([depth, flat ? 'flat' : 'broken', next.body]);
    } else if (next.is === 'choice') {
      todo.push(choose(next.forms, depth, mode, todo, width - at));
    } else pushFill(todo, next.items, depth, mode, width - at);
  }
  return out.join('');
}

function choose(
  forms: readonly Doc[],
  depth: number,
  mode: Mode,
  rest: readonly Todo[],
  room: number,
): Todo {
  const [first = '', ...others] = forms;
  const flat: Todo = [depth, 'flat', first];
  if (mode === 'flat' || (!mustBreak(first) && fits(flat, rest, room))) return flat;
  for (const form of others) {
    const todo: Todo = [depth, 'broken', form];
    if (fits(todo, rest, room)) return todo;
  }
  return [depth, 'broken', others.at(-1) ?? first];
}

function pushFill(
  todo: Todo[],
  items: readonly Doc[],
  depth: number,
  mode: Mode,
  room: number,
): void {
  const [item, separator, ...rest] = items;
  if (item === undefined) return;
  const pair: Todo = [depth, 'flat', [item, separator ?? '', rest[0] ?? '']];
  const bothFit = mode === 'flat' || fits(pair, [], room);
  todo.push([depth, mode, fill(rest)]);
  if (separator !== undefined) todo.push([depth, bothFit ? 'flat' : 'broken', separator]);
  todo.push([depth, 'flat', item]);
}

/** Whether everything up to the next possible line break stays within the room. */
function fits(next: Todo, rest: readonly Todo[], width: number): boolean {
  let room = width;
  let behind = rest.length;
  const todo: Todo[] = [next];
  while (room >= 0) {
    if (todo.length === 0) {
      if (behind === 0) return true;
      todo.push(rest[--behind]!);
      continue;
    }
    const [depth, mode, doc] = todo.pop()!;
    if (typeof doc === 'string') room -= doc.length;
    else if (isList(doc)) push(todo, depth, mode, doc);
    else if (doc.is === 'indent') todo.push([depth, mode, doc.body]);
    else if (doc.is === 'ifBroken') room -= mode === 'broken' ? doc.text.length : 0;
    else if (doc.is === 'line') {
      if (mode === 'broken') return true;
      room -= doc.flat.length;
    } else if (doc.is === 'group') todo.push([depth, mustBreak(doc) ? 'broken' : 'flat', doc.body]);
    else if (doc.is === 'choice') {
      const form = mode === 'broken' ? doc.forms.at(-1) : doc.forms[0];
      todo.push([depth, mode, form ?? '']);
    } else push(todo, depth, mode, doc.items);
  }
  return false;
}

function push(todo: Todo[], depth: number, mode: Mode, docs: readonly Doc[]): void {
  for (let index = docs.length - 1; index >= 0; index--) todo.push([depth, mode, docs[index]!]);
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}
