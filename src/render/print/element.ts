import { group, indent, join, line, printDoc } from './doc.js';
import { quote } from './code.js';

/** A property of a JSX element: text, a number, `true`, an expression; undefined leaves it out. */
export type PropValue = string | number | boolean | { readonly code: string } | undefined;
export type Props = Readonly<Record<string, PropValue>>;

export interface ElementPlace {
  /** Where the line begins. */
  readonly column: number;
  /** Whether children follow, so that the element stays open. */
  readonly open?: boolean;
}

/** A JSX element on one line when it fits, else a property a line, as prettier prints it. */
export function printElement(
  name: string,
  props: Props,
  { column, open = false }: ElementPlace,
): string {
  const texts = Object.entries(props).flatMap(([key, value]) =>
    value === undefined ? [] : [propText(key, value)],
  );
  const end = open ? '>' : '/>';
  if (texts.length === 0) return open ? `<${name}>` : `<${name} />`;
  const space = open ? ({ is: 'line', flat: '' } as const) : line;
  return printDoc(group([`<${name}`, indent([line, join(line, texts)]), space, end]), { column });
}

function propText(key: string, value: Exclude<PropValue, undefined>): string {
  if (value === true) return key;
  if (typeof value === 'object') return `${key}={${value.code}}`;
  if (typeof value !== 'string') return `${key}={${value}}`;
  return /^[\w .,:;/#@()+*=!?%$-]*$/.test(value) ? `${key}="${value}"` : `${key}={${quote(value)}}`;
}
