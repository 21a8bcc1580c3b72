import type { ts } from '../code/typescript.js';
import type { CodeSource } from './code-parts.js';
import { namedOf, type Side, nodeSpan } from './import-bindings.js';
import { removeEntry } from './list-splices.js';
import { tailOf } from './part-extent.js';
import type { Splice } from './splice.js';
import { lineEnd } from './text-style.js';

/** The developer's import declarations that lose all names. */
export function emptied(
  { bindings }: Side,
  leaving: ReadonlySet<string>,
): Set<ts.ImportDeclaration> {
  const stay = [...bindings.values()].filter(({ local }) => !leaving.has(local));
  const kept = new Set(stay.map(({ declaration }) => declaration));
  const all = [...bindings.values()].map(({ declaration }) => declaration);
  return new Set(all.filter((declaration) => !kept.has(declaration)));
}

/** Whole declarations to remove. */
interface Going {
  readonly empty: ReadonlySet<ts.Node>;
  /** The one whose place another takes. */
  readonly replaced: ts.Node | null;
}

/** Removes names from the developer's imports, and empty declarations with them. */
export function removeImports(
  { source, bindings, declarations }: Side,
  leaving: ReadonlySet<string>,
  { empty, replaced }: Going,
): Splice[] {
  const top = declarations.findIndex((one) => !empty.has(one) || one === replaced);
  const isTop = (one: ts.ImportDeclaration): boolean => top < 0 || declarations.indexOf(one) < top;
  const found = [...leaving].flatMap((local) => bindings.get(local)?.declaration ?? []);
  return [...new Set(found)].flatMap((declaration) => {
    if (empty.has(declaration))
      return [
        removeLine(source, declaration, {
          isTop: isTop(declaration),
          isReplaced: declaration === replaced,
        }),
      ];
    const named = namedOf(declaration);
    if (!named) return [];
    const list = source.importList(named);
    const parts = list.entries.filter((_, at) => leaving.has(named.elements[at]!.name.text));
    if (parts.length === list.entries.length) return [];
    return parts.map((part) => removeEntry(source, list, part, new Set(parts)));
  });
}

/** Removes a whole declaration with the line end before it, or after it where it is at the top and not replaced. */
function removeLine(
  mine: CodeSource,
  declaration: ts.ImportDeclaration,
  { isTop, isReplaced }: { readonly isTop: boolean; readonly isReplaced: boolean },
): Splice {
  const span = nodeSpan(declaration);
  const end = tailOf(mine, span);
  const above = isTop ? 0 : (/\r?\n$/.exec(mine.text.slice(0, span.start))?.[0].length ?? 0);
  const own = isReplaced ? 0 : (/^\r?\n/.exec(mine.text.slice(end))?.[0].length ?? 0);
  return { at: span.start - above, remove: end - span.start + (above || own), insert: '' };
}

/** The edits, with the developer's own comments in what they remove left in place. */
export const withOwnNotes = (base: CodeSource, mine: CodeSource, splices: readonly Splice[]) => {
  const notesOf = ({ text, comments }: CodeSource, from = 0, to = text.length): string[] =>
    comments
      .filter(({ start, end }) => from <= start && end <= to)
      .map(({ start, end }) => text.slice(start, end));
  const known = new Set(notesOf(base));
  return splices.map((one): Splice => {
    const own = notesOf(mine, one.at, one.at + one.remove).filter((note) => !known.has(note));
    const kept = own.map((note) =>
      note.startsWith('//') ? `${lineEnd(mine.text)}${note}` : ` ${note}`,
    );
    return own.length === 0 ? one : { ...one, insert: kept.join('') + one.insert };
  });
};
