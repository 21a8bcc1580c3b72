/** An expression of the generated code as data; printed in prettier's format. */
export type Code =
  | { readonly is: 'text'; readonly text: string; readonly number: boolean }
  | { readonly is: 'object'; readonly entries: readonly Entry[]; readonly broken?: boolean }
  | { readonly is: 'commented'; readonly comment: string; readonly value: Code }
  | { readonly is: 'array'; readonly items: readonly Code[] }
  | { readonly is: 'call'; readonly callee: string; readonly args: readonly Code[] }
  | { readonly is: 'arrow'; readonly head: string; readonly body: string | readonly string[] }
  | { readonly is: 'generic'; readonly name: string; readonly argument: string }
  | { readonly is: 'union'; readonly types: readonly string[] }
  | { readonly is: 'member'; readonly of: string; readonly name: string };

/** A key with its value. */
export type Entry = readonly [key: string, value: Code];
type ObjectCode = Extract<Code, { readonly is: 'object' }>;

/** Verbatim code: a name, a short arrow function. */
export const raw = (text: string): Code => ({ is: 'text', text, number: false });

/** A call: `createTable('task', {...})`. */
export const call = (callee: string, ...args: readonly Code[]): Code => ({
  is: 'call',
  callee,
  args,
});

/** As the value of an entry: its key is a spread (`...row`) without a value. */
export const SPREAD: Code = raw('');

/** A function of one expression, `(task) => task.project`, or with a body of lines. */
export const arrow = (head: string, body: string | readonly string[]): Code => ({
  is: 'arrow',
  head,
  body,
});

/** A type with its argument: `Relation<Task[]>`. */
export const generic = (name: string, argument: string): Extract<Code, { is: 'generic' }> => ({
  is: 'generic',
  name,
  argument,
});

/** A union type: `'open' | 'paid' | null`. */
export const union = (types: readonly string[]): Code => ({ is: 'union', types });

/** A property of an awaited call: `(await make()).id`. */
export const member = (of: string, name: string): Code => ({ is: 'member', of, name });

/** A list of expressions. */
export const array = (items: readonly Code[]): Code => ({ is: 'array', items });

/** An object; entries whose value is undefined are left out. */
export const object = (entries: Readonly<Record<string, Code | undefined>>): ObjectCode => ({
  is: 'object',
  entries: Object.entries(entries).flatMap(([key, value]) => (value ? [[key, value]] : [])),
});

/** An object with each entry on its own line, even where all would fit on one. */
export const brokenObject = (entries: Readonly<Record<string, Code | undefined>>): ObjectCode => ({
  ...object(entries),
  broken: true,
});

/** As the value of an entry: a comment on the line above; none where empty. */
export function commented(comment: string, value: Code): Code | undefined {
  return isFilled(value) ? { is: 'commented', comment, value } : undefined;
}

/** A JSON value as code; `names` maps objects in it to the names that replace them. */
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

/** A JSON value as the value of an entry; none for null. */
export const optional = (value: unknown): Code | undefined =>
  value === undefined || value === null ? undefined : literal(value);

/** A string in the quotes that need fewer escapes, by default single ones. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  const count = (mark: string) => text.split(mark).length - 1;
  const mark = count("'") > count('"') ? '"' : "'";
  return mark + escaped.replaceAll(mark, `\\${mark}`) + mark;
}

/** Whether there is something between the brackets of a code that has some. */
export function isFilled(code: Code): boolean {
  if (code.is === 'arrow') return typeof code.body !== 'string';
  if (code.is === 'object') return code.entries.length > 0;
  return code.is === 'array' && code.items.length > 0;
}

/** Numbers in prettier's format: no `+` in exponents. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}
