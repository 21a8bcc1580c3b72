import { typescript, type ts } from '../code/typescript.js';
import type { CodeSource } from './code-parts.js';
import {
  type Binding,
  bindingsOf,
  importsOf,
  isTypeOnly,
  moduleOf,
  namedOf,
} from './import-bindings.js';
import { insertEntry, removeEntry } from './list-splices.js';
import { leadOf, tailOf } from './part-extent.js';
import { applySplices, type Splice } from './splice.js';
import { fitText, styleOf } from './text-style.js';

const wordsOf = (text: string): Set<string> =>
  new Set(text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ' ').match(/[A-Za-z_$][\w$]*/g));

/** The words of a file beside its imports, once the edits are in. */
function bodyWords(source: CodeSource, splices: readonly Splice[]): Set<string> {
  const blank = importsOf(source).map((one) => {
    const at = one.getStart(source.file);
    return { at, remove: one.end - at, insert: '' };
  });
  return wordsOf(applySplices(source.text, [...splices, ...blank]) ?? source.text);
}

function declares({ file }: CodeSource, name: string): boolean {
  const kit = typescript();
  return file.statements.some((one) => {
    if (kit.isVariableStatement(one))
      return one.declarationList.declarations.some((each) => each.name.getText() === name);
    return (one as { name?: ts.Node }).name?.getText() === name;
  });
}

interface Importing {
  readonly base: CodeSource;
  readonly mine: CodeSource;
  readonly next: CodeSource;
}

/** Names that next imports, that the merged file uses, and that the owner's file does not have. */
function missing(
  { base, mine, next }: Importing,
  words: Set<string>,
  fresh: Set<string>,
): Binding[] {
  const [old, own] = [bindingsOf(base), bindingsOf(mine)];
  return [...bindingsOf(next).values()].filter(({ local }) => {
    if (own.has(local) || declares(mine, local)) return false;
    return old.has(local) ? fresh.has(local) : words.has(local);
  });
}

/** Names that next imports from elsewhere, or as a value where it was a type, and that the owner left as they were. */
function changed({ base, mine, next }: Importing): Binding[] {
  const [old, own] = [bindingsOf(base), bindingsOf(mine)];
  return [...bindingsOf(next).values()].filter((wanted) => {
    const [was, yours] = [old.get(wanted.local), own.get(wanted.local)];
    if (!was || !yours?.specifier || !wanted.specifier) return false;
    const moved = was.module !== wanted.module && yours.module === was.module;
    const turned = was.typeOnly && !wanted.typeOnly && yours.typeOnly;
    return moved || turned;
  });
}

/** Names that next no longer imports and that nothing in the merged file uses. */
function unneeded({ base, mine, next }: Importing, words: Set<string>): Binding[] {
  const [own, wanted] = [bindingsOf(mine), bindingsOf(next)];
  return [...bindingsOf(base).values()].flatMap(({ local }) => {
    const yours = own.get(local);
    return yours && !wanted.has(local) && !words.has(local) ? [yours] : [];
  });
}

/** Takes names out of the owner's imports; a declaration left with none goes whole. */
function removals(mine: CodeSource, bindings: readonly Binding[]): Splice[] {
  const gone = new Set(bindings.map(({ local }) => local));
  const all = [...bindingsOf(mine).values()];
  const declarations = new Set(bindings.map(({ declaration }) => declaration));
  return [...declarations].flatMap((declaration) => {
    const inside = all.filter((one) => one.declaration === declaration);
    if (inside.every(({ local }) => gone.has(local))) return [removeLine(mine, declaration)];
    const named = namedOf(declaration);
    if (!named) return [];
    const list = mine.importList(named);
    const parts = named.elements.flatMap((one, at) => {
      const part = list.entries[at];
      return part && gone.has(one.name.text) ? [part] : [];
    });
    if (parts.length === list.entries.length) return [];
    return parts.map((part) => removeEntry(mine, list, part, new Set(parts)));
  });
}

/** Takes a whole declaration out with its line. */
function removeLine(mine: CodeSource, declaration: ts.ImportDeclaration): Splice {
  const at = declaration.getStart(mine.file);
  const end = tailOf(mine, { start: at, end: declaration.end });
  const eol = /^\r?\n/.exec(mine.text.slice(end))?.[0].length ?? 0;
  return { at, remove: end + eol - at, insert: '' };
}

/** The owner's import that a name can join: of the same module, and of values unless the name is a type. */
function hostFor(
  mine: CodeSource,
  { module, typeOnly }: Binding,
): ts.ImportDeclaration | undefined {
  const hosts = importsOf(mine).filter(
    (one) => moduleOf(one) === module && namedOf(one)?.elements.length,
  );
  return (
    hosts.find((one) => isTypeOnly(one.importClause) === typeOnly) ??
    hosts.find((one) => !isTypeOnly(one.importClause))
  );
}

/** Adds a name to an import that the owner has. */
function join({ mine, next }: Importing, host: ts.ImportDeclaration, binding: Binding): Splice[] {
  const [own, wanted] = [namedOf(host), namedOf(binding.declaration)];
  if (!own || !wanted || !binding.specifier) return [];
  const [list, nextList] = [mine.importList(own), next.importList(wanted)];
  const index = wanted.elements.indexOf(binding.specifier);
  const part = nextList.entries[index];
  if (!part) return [];
  const find = (one: ts.ImportSpecifier): number =>
    own.elements.findIndex((each) => each.name.text === one.name.text);
  const before = wanted.elements
    .slice(0, index)
    .map(find)
    .filter((at) => at >= 0)
    .at(-1);
  const anchor =
    before === undefined
      ? { after: null, before: list.entries[0] ?? null }
      : { after: list.entries[before] ?? null, before: null };
  const splices = insertEntry({ mine, list, next, nextList }, part, anchor);
  const lifted = isTypeOnly(binding.declaration.importClause) && !isTypeOnly(host.importClause);
  return lifted
    ? splices.map((one) => ({ ...one, insert: one.insert.replace(/\w/, 'type $&') }))
    : splices;
}

/** The text of an import declaration of next with only the wanted names. */
function declarationText({ mine, next }: Importing, bindings: readonly Binding[]): string {
  const [first] = bindings;
  if (!first) return '';
  const { declaration } = first;
  const style = styleOf(mine);
  const all = [...bindingsOf(next).values()].filter((one) => one.declaration === declaration);
  const span = { start: declaration.getStart(next.file), end: declaration.end };
  if (all.length === bindings.length) return fitText(next, span, style, '');
  const names = bindings.flatMap(({ specifier }) => specifier?.getText() ?? []);
  const type = isTypeOnly(declaration.importClause) ? 'type ' : '';
  const end = style.semicolons ? ';' : '';
  const { quote } = style;
  return `import ${type}{ ${names.join(', ')} } from ${quote}${first.module}${quote}${end}`;
}

/** Where a new import goes: behind the owner's counterpart of the import above it in next. */
function importPlace(
  { mine, next }: Importing,
  declaration: ts.ImportDeclaration,
): [number, boolean] {
  const own = importsOf(mine);
  const above = importsOf(next);
  const modules = above.slice(0, above.indexOf(declaration)).map(moduleOf);
  const anchor = own.filter((one) => modules.includes(moduleOf(one))).at(-1) ?? null;
  const spanOf = (one: ts.Node): { start: number; end: number } => ({
    start: one.getStart(mine.file),
    end: one.end,
  });
  if (anchor) return [tailOf(mine, spanOf(anchor)), true];
  const first = own[0];
  if (first) return [spanOf(first).start, false];
  const statement = mine.file.statements[0];
  return [statement ? leadOf(mine, spanOf(statement)) : mine.text.length, false];
}

/** Adds names to the owner's imports, or as declarations of their own. */
function additions(
  importing: Importing,
  bindings: readonly Binding[],
  gone: Set<ts.Node>,
): Splice[] {
  const { eol } = styleOf(importing.mine);
  const groups = new Map<ts.ImportDeclaration, Binding[]>();
  const joined: Splice[] = [];
  for (const binding of bindings) {
    const host = binding.specifier ? hostFor(importing.mine, binding) : undefined;
    if (host && !gone.has(host)) joined.push(...join(importing, host, binding));
    else groups.set(binding.declaration, [...(groups.get(binding.declaration) ?? []), binding]);
  }
  const lines = [...groups].map(([declaration, group]): Splice => {
    const [at, below] = importPlace(importing, declaration);
    const text = declarationText(importing, group);
    return { at, remove: 0, insert: below ? eol + text : text + eol };
  });
  return [...joined, ...lines];
}

/** Imports for their effect alone that next added. */
function effects({ base, mine, next }: Importing): Splice[] {
  const modules = (source: CodeSource): Set<string> => new Set(importsOf(source).map(moduleOf));
  const { eol } = styleOf(mine);
  return importsOf(next)
    .filter(
      (one) =>
        !one.importClause && !modules(base).has(moduleOf(one)) && !modules(mine).has(moduleOf(one)),
    )
    .map((one) => {
      const [at, below] = importPlace({ base, mine, next }, one);
      const text = fitText(
        next,
        { start: one.getStart(next.file), end: one.end },
        styleOf(mine),
        '',
      );
      return { at, remove: 0, insert: below ? eol + text : text + eol };
    });
}

/** The edits that make the owner's imports fit the merged body: what is used is there, what crudgen dropped is gone. */
export function mergeImports(importing: Importing, body: readonly Splice[]): Splice[] {
  const words = bodyWords(importing.mine, body);
  const fresh = wordsOf(body.map(({ insert }) => insert).join('\n'));
  const turned = changed(importing);
  const own = bindingsOf(importing.mine);
  const leaving = [
    ...unneeded(importing, words),
    ...turned.flatMap(({ local }) => own.get(local) ?? []),
  ];
  const names = new Set(leaving.map(({ local }) => local));
  const whole = [...own.values()].filter(({ declaration }) =>
    [...own.values()].every((one) => one.declaration !== declaration || names.has(one.local)),
  );
  const gone = new Set<ts.Node>(whole.map(({ declaration }) => declaration));
  return [
    ...removals(importing.mine, leaving),
    ...additions(importing, [...missing(importing, words, fresh), ...turned], gone),
    ...effects(importing),
  ];
}
