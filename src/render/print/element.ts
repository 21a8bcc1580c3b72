import { type Doc, group, indent, join, line, printDoc, softline } from './doc.js';
import { type Code, quote } from './code.js';
import { docOf as codeDoc } from './print-code.js';

/** A property of a JSX element: text, a number, `true`, an expression, as text or data; undefined leaves it out. */
export type PropValue =
  string | number | boolean | { readonly code: string } | { readonly value: Code } | undefined;
export type Props = Readonly<Record<string, PropValue>>;

/** A JSX element, or a fragment without a name; children stand one on a line. */
export interface Element {
  readonly name: string;
  readonly props: Props;
  /** Absent where the element closes itself. */
  readonly children?: readonly Element[];
}

/** Prints an element at a column: on one line where it fits, else one property per line, like prettier. */
export const printElement = (element: Element, column: number): string =>
  printDoc(docOf(element), { column });

function docOf({ name, props, children }: Element): Doc {
  const texts = Object.entries(props).flatMap(([key, value]) =>
    value === undefined ? [] : [propText(key, value)],
  );
  const [space, end] = children ? [softline, '>'] : [line, '/>'];
  const list = texts.length > 0 ? [indent([line, join(line, texts)]), space] : children ? [] : ' ';
  const open = group([`<${name}`, list, end]);
  if (children === undefined) return open;
  const body = children.length > 0 ? [indent(children.map((one) => [line, docOf(one)])), line] : [];
  return [open, body, `</${name}>`];
}

function propText(key: string, value: Exclude<PropValue, undefined>): Doc {
  if (value === true) return key;
  if (typeof value === 'object')
    return 'code' in value ? `${key}={${value.code}}` : [`${key}={`, codeDoc(value.value), '}'];
  if (typeof value !== 'string') return `${key}={${value}}`;
  return /^[\w .,:;/#@()+*=!?%$-]*$/.test(value) ? `${key}="${value}"` : `${key}={${quote(value)}}`;
}
