/** What a model is called by those who speak of it: its class, and the prefix of its endpoints. */
export interface Spoken {
  readonly name: readonly [old: string, now: string];
  readonly prefix: readonly [old: string, now: string];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A model's file with its documentation and tests speaking of the model by its new name and under its new prefix. */
export function renameSpoken(text: string, { name, prefix }: Spoken): string {
  const schema = new RegExp(`(?<=#/components/schemas/|tags: \\[)${name[0]}(?!\\w)`, 'g');
  const named = text.replace(schema, name[1]);
  if (prefix[0] === prefix[1]) return named;
  const documented = new RegExp(`^([ \\t]*\\*[ \\t]+)${escaped(prefix[0])}(?=[/:])`, 'gm');
  const asked = new RegExp(`(['"\`])${escaped(prefix[0])}(?=['"\`/?])`, 'g');
  return named.replace(documented, `$1${prefix[1]}`).replace(asked, `$1${prefix[1]}`);
}
