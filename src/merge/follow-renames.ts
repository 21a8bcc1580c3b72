import { basename } from 'node:path';
import { decoratorsOf, isEntity } from '../code/decorators.js';
import { NO_IMPORTS } from '../code/imports.js';
import { isCode, nodesIn, typescript, type ts } from '../code/typescript.js';
import { kebabCase } from '../model/names.js';
import { codeSource, type CodeSource } from './code-parts.js';
import type { Versions } from './merge-structure.js';
import { withNames } from './renamed-declarations.js';
import { applySplices, type Splice } from './splice.js';

/**
 * Three versions of a file in which what one side renamed, a model with all that is called after it, has its new name in all:
 * a merge of two branches then compares the same things. What both renamed keeps its names, and is a conflict.
 */
export function followRenames(path: string, versions: Versions): Versions {
  if (!isCode(path)) return versions;
  const byNext = followSide(path, versions, 'next', 'mine');
  return followSide(path, byNext, 'mine', 'next');
}

type Side = 'mine' | 'next';

function followSide(path: string, versions: Versions, renamer: Side, other: Side): Versions {
  const [base, one, two] = [versions.base, versions[renamer], versions[other]].map((text) =>
    codeSource(path, text),
  );
  if (!base || !one || !two) return versions;
  const entity = renamedEntity(base, one, two);
  const { names, stems } = renamedNames(path, base, one, two);
  const texts = stems ? renamedSubjects(stems, base, one, two) : new Map<string, string>();
  const renamed = (source: CodeSource): string => {
    const tables = textsIn(
      source,
      entity.tables,
      entitiesOf(source).map(({ table }) => table),
    );
    const subjects = textsIn(source, texts, subjectsOf(source));
    const text = applySplices(source.text, [...tables, ...subjects]) ?? source.text;
    const plain = codeSource(path, text) ?? source;
    return withNames(path, plain, new Map([...names, ...entity.names])).text;
  };
  return { ...versions, base: renamed(base), [other]: renamed(two) };
}

/** The edits that replace texts among these literals. */
const textsIn = (
  { file }: CodeSource,
  texts: ReadonlyMap<string, string>,
  literals: readonly ts.StringLiteralLike[],
): Splice[] =>
  literals.flatMap((literal) => {
    const insert = texts.get(literal.text);
    const at = literal.getStart(file) + 1;
    return insert === undefined ? [] : [{ at, remove: literal.end - 1 - at, insert }];
  });

interface Entity {
  readonly name: string;
  readonly table: ts.StringLiteralLike;
}

const entitiesOf = ({ file }: CodeSource): Entity[] =>
  file.statements.flatMap((node) => {
    const ts = typescript();
    if (!ts.isClassDeclaration(node) || !node.name) return [];
    const entity = decoratorsOf(node, NO_IMPORTS).find(isEntity);
    const call = entity?.node.expression;
    const table = call && ts.isCallExpression(call) ? call.arguments[0] : undefined;
    return table && ts.isStringLiteralLike(table) ? [{ name: node.name.text, table }] : [];
  });

/** The only entity of a file, which one side has under another name, table or both. */
function renamedEntity(base: CodeSource, one: CodeSource, two: CodeSource) {
  const [was, now, other] = [base, one, two].map(entitiesOf) as [Entity[], Entity[], Entity[]];
  const [[from], [to], [kept]] = [was, now, other];
  const names = new Map<string, string>();
  const tables = new Map<string, string>();
  const isOnly = [was, now, other].every(({ length }) => length === 1);
  if (!isOnly || !from || !to || !kept) return { names, tables };
  if (from.name === kept.name && from.name !== to.name) names.set(from.name, to.name);
  if (from.table.text === kept.table.text && from.table.text !== to.table.text)
    tables.set(from.table.text, to.table.text);
  return { names, tables };
}

/**
 * Names that one side has instead of others after the file's own name: `rentalFields` -> `bookingFields` in
 * `booking.resource.ts`. Any other name may be another thing.
 */
function renamedNames(path: string, base: CodeSource, one: CodeSource, two: CodeSource): Renamed {
  const now = basename(path).replace(/\..*/, '');
  const [inBase, inOne, inTwo] = [base, one, two].map(knownNames) as [Names, Names, Names];
  const gone = [...inBase].filter((name) => inTwo.has(name) && !inOne.has(name));
  const fresh = [...inOne].filter((name) => !inBase.has(name) && !inTwo.has(name));
  const pairs = fresh.flatMap((to) =>
    gone.flatMap((from) => {
      const was = stemBefore(from, to, now);
      return was === null ? [] : [{ from, to, was }];
    }),
  );
  const stems = [...new Set(pairs.map(({ was }) => was))];
  const [was] = stems;
  if (was === undefined || stems.length > 1) return { names: new Map(), stems: null };
  return { names: new Map(pairs.map(({ from, to }) => [from, to])), stems: { was, now } };
}

interface Renamed {
  readonly names: ReadonlyMap<string, string>;
  readonly stems: Stems | null;
}

/** What a model's files were and are called: `rental-line`. */
interface Stems {
  readonly was: string;
  readonly now: string;
}

/** What a name has where another has the stem: `rental` for `rentalFields`, `bookingFields` and `booking`; else null. */
function stemBefore(from: string, to: string, stem: string): string | null {
  const [before, after, ...more] = `-${kebabCase(to)}-`.split(`-${stem}-`);
  if (before === undefined || after === undefined || more.length > 0) return null;
  const words = `-${kebabCase(from)}-`;
  const fits = words.startsWith(`${before}-`) && words.endsWith(`-${after}`);
  const was = words.slice(before.length + 1, words.length - after.length - 1);
  return fits && was !== '' ? was : null;
}

/** Texts that name the model and identify a call: `describe('access to rentals')`. */
function renamedSubjects(
  { was, now }: Stems,
  base: CodeSource,
  one: CodeSource,
  two: CodeSource,
): Map<string, string> {
  const textsOf = (source: CodeSource) => new Set(subjectsOf(source).map(({ text }) => text));
  const [inBase, inOne, inTwo] = [textsOf(base), textsOf(one), textsOf(two)];
  const found = new Map<string, string>();
  for (const text of inBase) {
    if (!inTwo.has(text) || inOne.has(text)) continue;
    for (const blank of [' ', '_', '-']) {
      const to = text.replaceAll(was.replaceAll('-', blank), now.replaceAll('-', blank));
      if (inOne.has(to)) found.set(text, to);
    }
  }
  return found;
}

/** The texts that are the first argument of a call. */
function subjectsOf({ file }: CodeSource): ts.StringLiteralLike[] {
  const ts = typescript();
  return nodesIn(file).flatMap((node) => {
    const first = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    return first && ts.isStringLiteralLike(first) ? [first] : [];
  });
}

type Names = ReadonlySet<string>;

/** The names that a file declares or imports at its top level. */
function knownNames({ file }: CodeSource): Names {
  const ts = typescript();
  const names = file.statements.flatMap((node) => {
    if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(textOfName);
    if (ts.isImportDeclaration(node)) return importedBy(node);
    return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) ? [textOfName(node)] : [];
  });
  return new Set(names.filter((name) => name !== ''));
}

const textOfName = ({ name }: { readonly name?: ts.Node | undefined }): string =>
  name && typescript().isIdentifier(name) ? name.text : '';

function importedBy({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  return bindings && typescript().isNamedImports(bindings) ? bindings.elements.map(textOfName) : [];
}
