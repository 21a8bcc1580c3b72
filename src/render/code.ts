/** Code among values: a name, a call, a function. */
export class Verbatim {
  constructor(readonly code: string) {}
}

/** The values that `codeOf` writes: JSON values, and code among them. */
export type Value = Verbatim | string | number | boolean | null | readonly Value[] | Values;

/** An object; entries that are undefined are left out. */
export interface Values {
  readonly [key: string]: Value | undefined;
}

/** Code that stands for a value as it is. */
export const verbatim = (code: string): Verbatim => new Verbatim(code);

/** A call: `createTable('task', {...})`; arguments that are undefined are left out. */
export const call = (callee: string, ...args: readonly (Value | undefined)[]): Verbatim =>
  new Verbatim(`${callee}(${argumentsOf(...args)})`);

/** Arguments of a call, as its templates write them; those that are undefined are left out. */
export const argumentsOf = (...args: readonly (Value | undefined)[]): string =>
  args.flatMap((one) => (one === undefined ? [] : [codeOf(one)])).join(', ');

/** A value as code, in no layout: prettier chooses quotes and breaks lines. */
export function codeOf(value: Value): string {
  if (value instanceof Verbatim) return value.code;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' && Object.is(value, -0)) return '-0';
  if (isList(value)) return `[${value.map(codeOf).join(', ')}]`;
  return typeof value === 'object' && value !== null ? objectOf(value) : String(value);
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** A string in the quotes that need fewer escapes, by default single ones. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  const count = (mark: string) => text.split(mark).length - 1;
  const mark = count("'") > count('"') ? '"' : "'";
  return mark + escaped.replaceAll(mark, `\\${mark}`) + mark;
}

function objectOf(values: Values): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const keys = entries.map(([key]) => key);
  // A number among quoted keys makes all of them quoted.
  const isPlain = keys.every((key) => isName(key) || isIndex(key));
  const members = entries.map(([key, value]) => {
    const name = isName(key) || (isPlain && isIndex(key)) ? key : quote(key);
    return `${name}: ${codeOf(value!)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

const isIndex = (key: string): boolean => /^(0|[1-9]\d{0,14})$/.test(key);

/** Whether there is anything in an object that `codeOf` would write. */
export const hasEntries = (values: Values): boolean =>
  Object.values(values).some((value) => value !== undefined);

/** The attributes of a JSX element: `true` is a name alone, a plain text stands in quotes. */
export function attributesOf(values: Values): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [attributeOf(name, value)]))
    .join(' ');
}

function attributeOf(name: string, value: Value): string {
  if (value === true) return name;
  const isPlain = typeof value === 'string' && /^[\w .,:;/#@()+*=!?%$-]*$/.test(value);
  return isPlain ? `${name}="${value}"` : `${name}={${codeOf(value)}}`;
}
