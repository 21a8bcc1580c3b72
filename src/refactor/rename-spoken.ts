type Renamed = readonly [old: string, now: string];

/** What a model is called by those who speak of it: its class, the prefix of its endpoints, the titles of its tests. */
export interface Spoken {
  readonly name: Renamed;
  readonly prefix: Renamed;
  readonly titles: readonly Renamed[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A model's file with its documentation and tests speaking of the model by its new name and under its new prefix. */
export function renameSpoken(text: string, { name, prefix, titles }: Spoken): string {
  const component = new RegExp(
    `(?<=#/components/(?:schemas|responses|parameters)/|tags: \\[)${name[0]}(?=(?:Input|Patch)?(?!\\w))`,
    'g',
  );
  const named = titles.reduce(
    (said, [old, now]) =>
      said.replace(new RegExp(`(\\bdescribe\\((['"\`]))${escaped(old)}(?=\\2)`, 'g'), `$1${now}`),
    text.replace(component, name[1]),
  );
  if (prefix[0] === prefix[1]) return named;
  const documented = new RegExp(`^([ \\t]*\\*[ \\t]+)${escaped(prefix[0])}(?=[/:])`, 'gm');
  const asked = new RegExp(`(['"\`](?:[A-Z]+ )?)${escaped(prefix[0])}(?=['"\`/?])`, 'g');
  return named.replace(documented, `$1${prefix[1]}`).replace(asked, `$1${prefix[1]}`);
}
