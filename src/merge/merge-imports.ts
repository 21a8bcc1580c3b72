import { declaredNames } from '../code/identifiers.js';
import { specifierOf } from '../code/module-names.js';
import { parseCode, syntaxErrors, type ts } from '../code/typescript.js';
import { behindOthers, besideNames, type BranchImports } from './branch-imports.js';
import type { CodeSource } from './code-parts.js';
import {
  type Binding,
  isTypeOnly,
  namedOf,
  type Side,
  sideOf,
  nodeSpan,
} from './import-bindings.js';
import { unboundIn } from './is-sound.js';
import { insertEntry } from './list-splices.js';
import type { Sides } from './merging.js';
import type { Part } from './part.js';
import { leadOf, tailOf } from './part-extent.js';
import { emptied, removeImports, withOwnNotes } from './remove-imports.js';
import { applySplices, replaceNode, type Splice } from './splice.js';
import { fitText, styleOf, type TextStyle } from './text-style.js';
import { usedNames } from './used-names.js';

interface Importing extends BranchImports {
  readonly style: TextStyle;
}

const wordsInText = (text: string): Set<string> =>
  new Set(text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ' ').match(/[A-Za-z_$][\w$]*/g));

/** The names in a file without its imports. */
interface Body {
  readonly used: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  /** Whether a name that it uses is not bound where it is used. */
  readonly isOpen: (name: string) => boolean;
}

/** The names in a file outside its imports, after the edits. */
function bodyAfter({ source, declarations }: Side, splices: readonly Splice[]): Body {
  const blank = declarations.map((one) => replaceNode(one, ''));
  const text = applySplices(source.text, [...splices, ...blank]) ?? source.text;
  const { fileName } = source.file;
  // Under a path of its own: few texts of a path are kept, and those of the file are read again.
  const file = parseCode(`body/${fileName}`, text);
  if (syntaxErrors(file) > 0)
    return { used: wordsInText(text), declared: new Set(), isOpen: () => true };
  let open: ReadonlySet<string> | undefined;
  const isOpen = (name: string) => (open ??= unboundIn(fileName, text)).has(name);
  const declared = new Set(declaredNames(file).map(({ name }) => name));
  return { used: usedNames(file), declared, isOpen };
}

/** Names that next imports, the merged file uses, and the developer's file lacks. */
function missing(
  { base, mine, next }: Importing,
  body: readonly Splice[],
  { used, declared }: Body,
): Binding[] {
  const fresh = wordsInText(body.map(({ insert }) => insert).join('\n'));
  return [...next.bindings.values()].filter(({ local }) => {
    if (mine.bindings.has(local) || declared.has(local)) return false;
    // A name that the developer removed comes back only where crudgen's new text uses it.
    return used.has(local) && (!base.bindings.has(local) || fresh.has(local));
  });
}

/** Names that next imports from another module, or as a value instead of a type, and that the developer has not changed. */
function changedBindings({ base, mine, next }: Importing): Binding[] {
  return [...next.bindings.values()].filter((wanted) => {
    const [was, yours] = [base.bindings.get(wanted.local), mine.bindings.get(wanted.local)];
    if (!yours?.specifier || !wanted.specifier) return false;
    const isTurned = yours.typeOnly && !wanted.typeOnly;
    if (!was) return isTurned && yours.module === wanted.module;
    const moved = was.module !== wanted.module && yours.module === was.module;
    return moved || (was.typeOnly && isTurned);
  });
}

/** The edits that turn `type` imports into value imports, and the names that must be imported anew. */
function valuedIn({ bindings }: Side, changed: readonly Binding[]): [Splice[], Binding[]] {
  const typed = (wanted: Binding): ts.ImportSpecifier[] => {
    const { module, specifier } = bindings.get(wanted.local)!;
    return specifier?.isTypeOnly === true && module === wanted.module ? [specifier] : [];
  };
  const splices = changed.flatMap(typed).map((one): Splice => {
    const remove = /^type\s+/.exec(one.getText())![0].length;
    return { at: one.getStart(), remove, insert: '' };
  });
  return [splices, changed.filter((one) => typed(one).length === 0)];
}

/**
 * Names of which the merged file has a declaration of its own, and names that nothing in it uses, and that next no longer
 * imports or the developer's file had used until then.
 */
function unneeded({ base, mine, next }: Importing, { used, declared, isOpen }: Body): string[] {
  const before = bodyAfter(mine, []).used;
  const other = bodyAfter(next, []).used;
  return [...base.bindings.keys()].filter((local) => {
    if (!mine.bindings.has(local)) return false;
    if (next.bindings.has(local)) return !used.has(local) && before.has(local);
    if (!used.has(local) || declared.has(local)) return true;
    // What next uses without importing it is something else of the same name, such as a parameter.
    return other.has(local) && !isOpen(local);
  });
}

/** The developer's import that a name can join: of the same module, and of values unless the name is a type. */
function hostFor({ declarations }: Side, binding: Binding): ts.ImportDeclaration | undefined {
  if (!binding.specifier) return undefined;
  const hosts = declarations.filter(
    (one) => specifierOf(one) === binding.module && namedOf(one)?.elements.length,
  );
  return (
    hosts.find((one) => isTypeOnly(one.importClause) === binding.typeOnly) ??
    hosts.find((one) => !isTypeOnly(one.importClause))
  );
}

/** Adds a name to one of the developer's imports, after the name that it follows in next. */
function join(
  importing: Importing,
  host: ts.ImportDeclaration,
  { declaration, specifier }: Binding,
  leaving: ReadonlySet<string>,
): Splice[] {
  const { source: mine } = importing.mine;
  const { source: next } = importing.next;
  const [own, wanted] = [namedOf(host), namedOf(declaration)];
  if (!own || !wanted || !specifier) return [];
  const [list, nextList] = [mine.importList(own), next.importList(wanted)];
  const index = wanted.elements.indexOf(specifier);
  const part = nextList.entries[index];
  if (!part) return [];
  const known = new Map(own.elements.map((one, at) => [one.name.text, list.entries[at]!]));
  const gone = new Set([...known].flatMap(([name, entry]) => (leaving.has(name) ? entry : [])));
  const stays = (one: Part | undefined): Part[] => (one && !gone.has(one) ? [one] : []);
  const above = wanted.elements.slice(0, index).flatMap((one) => stays(known.get(one.name.text)));
  const after = above.at(-1) ?? null;
  const before = after ? null : (list.entries.flatMap(stays)[0] ?? null);
  const names = [own, wanted].map(({ elements }) => elements.map(({ name }) => name.text));
  const anchor = besideNames(importing, part, { after, before, gone }, [
    { list, names: names[0]! },
    { list: nextList, names: names[1]! },
  ]);
  const place = { mine, list, next, nextList, style: importing.style };
  const splices = insertEntry(place, part, anchor);
  const [isOfTypes, isType] = [host, declaration].map((one) => isTypeOnly(one.importClause));
  const inHost = (text: string): string =>
    isOfTypes ? text.replace(/\btype\s+/, '') : isType ? text.replace(/\w/, 'type $&') : text;
  return splices.map((one) => ({ ...one, insert: inHost(one.insert) }));
}

/** The text of an import declaration of next with only the wanted names. */
function declarationText(
  { next, style }: Importing,
  declaration: ts.ImportDeclaration,
  bindings: readonly Binding[],
): string {
  const all = [...next.bindings.values()].filter((one) => one.declaration === declaration);
  if (all.length === bindings.length) return fitText(next.source, nodeSpan(declaration), style, '');
  const names = bindings.flatMap(({ specifier }) => specifier?.getText() ?? []);
  const type = isTypeOnly(declaration.importClause) ? 'type ' : '';
  const module = style.quote + specifierOf(declaration) + style.quote;
  return `import ${type}{ ${names.join(', ')} } from ${module}${style.semicolons ? ';' : ''}`;
}

/** Inserts a declaration of next after the developer's counterpart of the import above it. */
function addLine(importing: Importing, declaration: ts.ImportDeclaration, text: string): Splice {
  const { mine, next, style } = importing;
  const above = next.declarations.slice(0, next.declarations.indexOf(declaration));
  const modules = new Set(above.map(specifierOf));
  const last = mine.declarations.filter((one) => modules.has(specifierOf(one))).at(-1);
  const after = behindOthers(importing, declaration, last);
  if (after)
    return { at: tailOf(mine.source, nodeSpan(after)), remove: 0, insert: style.eol + text };
  const [first] = mine.declarations;
  const [statement] = mine.source.file.statements;
  const at = first
    ? first.getStart()
    : statement
      ? leadOf(mine.source, nodeSpan(statement))
      : mine.source.text.length;
  return { at, remove: 0, insert: text + style.eol };
}

/** Adds names to the developer's imports, or as new declarations. */
function additions(
  importing: Importing,
  bindings: readonly Binding[],
  {
    empty,
    leaving,
  }: { readonly empty: ReadonlySet<ts.Node>; readonly leaving: ReadonlySet<string> },
): Splice[] {
  const groups = new Map<ts.ImportDeclaration, Binding[]>();
  const joined = bindings.flatMap((binding) => {
    const host = hostFor(importing.mine, binding);
    if (host && !empty.has(host)) return join(importing, host, binding, leaving);
    groups.set(binding.declaration, [...(groups.get(binding.declaration) ?? []), binding]);
    return [];
  });
  const lines = [...groups].map(([declaration, group]) =>
    addLine(importing, declaration, declarationText(importing, declaration, group)),
  );
  return [...joined, ...lines];
}

/** Side-effect imports that next added. */
function effects(importing: Importing): Splice[] {
  const { base, mine, next, style } = importing;
  const known = new Set([...base.declarations, ...mine.declarations].map(specifierOf));
  return next.declarations
    .filter((one) => !one.importClause && !known.has(specifierOf(one)))
    .map((one) => addLine(importing, one, fitText(next.source, nodeSpan(one), style, '')));
}

/**
 * The edits that make the developer's imports fit the merged body: what is used is imported, what crudgen dropped is not. The
 * names that another version of the body uses stay.
 */
export function mergeImports(
  versions: Readonly<Record<'base' | 'mine' | 'next', CodeSource>> & { readonly sides: Sides },
  body: readonly Splice[],
  other: readonly Splice[] = body,
): Splice[] {
  const [base, mine, next] = [versions.base, versions.mine, versions.next].map(sideOf) as [
    Side,
    Side,
    Side,
  ];
  const { sides } = versions;
  const importing: Importing = { sides, base, mine, next, style: styleOf(versions.mine) };
  const [merged, ...others] = [...new Set([body, other])].map((edits) => bodyAfter(mine, edits));
  const used = new Set([merged!, ...others].flatMap((one) => [...one.used]));
  const after = { ...merged!, used };
  const [valued, turned] = valuedIn(mine, changedBindings(importing));
  const leaving = new Set([...unneeded(importing, after), ...turned.map(({ local }) => local)]);
  const empty = emptied(mine, leaving);
  const wanted = [...missing(importing, body, after), ...turned];
  const added = [...additions(importing, wanted, { empty, leaving }), ...effects(importing)];
  const [first] = mine.declarations;
  const isReplaced = first !== undefined && empty.has(first) && added.some(isAt(first.getStart()));
  return [
    ...valued,
    ...withOwnNotes(
      base.source,
      mine.source,
      removeImports(mine, leaving, { empty, replaced: isReplaced ? first : null }),
    ),
    ...(isReplaced ? inPlace(added, first.getStart(), importing.style) : added),
  ];
}

const isAt =
  (place: number) =>
  ({ at, remove }: Splice): boolean =>
    at === place && remove === 0;

/** Lines inserted in place of a removed import, without a trailing line end. */
function inPlace(splices: readonly Splice[], at: number, { eol }: TextStyle): Splice[] {
  const last = splices.findLast(isAt(at));
  return splices.map((one) =>
    one === last ? { ...one, insert: one.insert.slice(0, -eol.length) } : one,
  );
}
