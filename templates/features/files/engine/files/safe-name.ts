const MAX_LENGTH = 255;
/** What a path, a shell or a header could mean by a name, and what nobody sees: marks that turn the direction of a text among them. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/** The name of a file as it is kept: without folders, of at most 255 characters, and never empty. */
export function safeName(given: string | undefined, fallback: string): string {
  const last = (given ?? '').split(/[/\\]/).at(-1)!.normalize('NFC');
  const clean = last.replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim().replace(/^\.+/, '');
  return shortened(clean === '' ? fallback : clean);
}

/** Keeps what is behind the last dot. */
function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_LENGTH) return name;
  const [ending = ''] = /\.[^.]{1,10}$/.exec(name) ?? [];
  return letters.slice(0, MAX_LENGTH - [...ending].length).join('') + ending;
}

/** A name with one of the endings of its type. */
export function withEnding(name: string, endings: readonly [string, ...string[]]): string {
  const has = /\.([^.]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  if (has !== undefined && endings.includes(has)) return name;
  return shortened(`${name.replace(/\.[^.]{0,10}$/, '')}.${endings[0]}`);
}
