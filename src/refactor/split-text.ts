import { moduleNames, specifierOf } from '../code/module-names.js';
import { isExported } from '../code/definitions.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { lineEnd } from '../merge/text-style.js';
import { compareText } from '../model/names.js';
import { pathFrom } from '../tree.js';
import { notesIn } from './fold-files.js';
import { bracedNames, type ImportLike, importsIn, importText } from './import-like.js';
import { importStatement } from './import-statement.js';
import { namesOf, topLevelUses } from './top-level.js';

/** A file whose declarations go to several files. */
export interface Cut {
  /** The paths of its pieces until these move; the first is the path of the file. */
  readonly pieces: readonly string[];
  /** The piece of each top-level declaration, by name. */
  readonly places: ReadonlyMap<string, string>;
}

/** A statement of a file with all text since the statement before it. */
interface Segment {
  readonly statement: ts.Statement;
  readonly piece: string;
  /** The blank lines and comments above the statement, and the comment behind it on its line. */
  readonly above: string;
  readonly behind: string;
}

/** A file in pieces: the statements of each, and the names that they use. */
interface InPieces {
  readonly file: ts.SourceFile;
  readonly cut: Cut;
  readonly segments: readonly Segment[];
  readonly used: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The texts of the pieces of a file. Each piece has the imports that it uses, and imports from the other pieces, which export those
 * names. The first piece has everything that belongs to no declaration.
 */
export function splitText(path: string, text: string, cut: Cut): ReadonlyMap<string, string> {
  const file = parseCode(path, text.replaceAll('\r\n', '\n'));
  const segments = segmentsOf(file, cut);
  const divided = { file, cut, segments, used: usedIn(file, cut, segments) };
  const eol = lineEnd(text);
  return new Map(
    cut.pieces.map((piece) => [piece, textOf(piece, divided).replaceAll('\n', eol)] as const),
  );
}

/**
 * The piece of each declaration of a file. A declaration whose piece is not known stays with the first declaration that uses it, or
 * else with the first that it uses.
 */
export function placesIn(
  path: string,
  text: string,
  known: ReadonlyMap<string, string>,
  first: string,
): ReadonlyMap<string, string> {
  const file = parseCode(path, text.replaceAll('\r\n', '\n'));
  const uses = topLevelUses(file);
  const declared = file.statements.flatMap((statement) =>
    namesOf(file, statement).map((name) => ({ name, uses: uses.get(statement)! })),
  );
  const places = new Map<string, string>();
  for (const { name } of declared) if (known.has(name)) places.set(name, known.get(name)!);
  for (let before = -1; before < places.size;) {
    before = places.size;
    for (const one of declared) {
      if (places.has(one.name)) continue;
      const user = declared.find(({ name, uses: all }) => places.has(name) && all.has(one.name));
      const near = user?.name ?? [...one.uses].find((name) => places.has(name));
      if (near !== undefined) places.set(one.name, places.get(near)!);
    }
  }
  for (const { name } of declared) if (!places.has(name)) places.set(name, first);
  return places;
}

const COMMENT_BEHIND = /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*)(?=\n|$)/;

function segmentsOf(file: ts.SourceFile, { pieces, places }: Cut): readonly Segment[] {
  const uses = topLevelUses(file);
  const { text } = file;
  let from = 0;
  return file.statements.map((statement): Segment => {
    const names = [...namesOf(file, statement), ...uses.get(statement)!];
    const known = names.find((name) => places.has(name));
    const above = text.slice(from, statement.getStart());
    const behind = COMMENT_BEHIND.exec(text.slice(statement.end))?.[0] ?? '';
    from = statement.end + behind.length;
    // Text at the end of a file belongs to its last statement.
    const rest = statement === file.statements.at(-1) ? text.slice(from) : '';
    const piece = isImport(statement) ? pieces[0]! : (known && places.get(known)) || pieces[0]!;
    return { statement, piece, above, behind: behind + rest };
  });
}

const isImport = (statement: ts.Statement): boolean => typescript().isImportDeclaration(statement);

/** The names that the statements of a piece use, by piece. */
function usedIn(
  file: ts.SourceFile,
  { pieces }: Cut,
  segments: readonly Segment[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = topLevelUses(file);
  return new Map(
    pieces.map((piece) => {
      const own = segments.filter((one) => one.piece === piece && !isImport(one.statement));
      return [piece, new Set(own.flatMap(({ statement }) => [...uses.get(statement)!]))];
    }),
  );
}

function textOf(piece: string, divided: InPieces): string {
  const { file, cut, segments } = divided;
  const isFirst = piece === cut.pieces[0];
  const shared = sharedNames(divided);
  const imports: string[] = [];
  let body = '';
  for (const { statement, piece: own, above, behind } of segments) {
    if (isImport(statement)) {
      const kept = keptImport(statement as ImportLike, piece, divided);
      const notes = isFirst ? (above + behind).trim() : '';
      imports.push(...[notes, kept ?? ''].filter((one) => one !== ''));
    } else if (own === piece) {
      const isToExport =
        namesOf(file, statement).some((name) => shared.has(name)) && !isExported(statement);
      body += `${above}${isToExport ? 'export ' : ''}${statement.getText()}${behind}`;
    }
  }
  const head = [...imports, ...crossImports(piece, divided)].join('\n');
  const all = [head, body.trim()].filter((one) => one !== '');
  return all.length === 0 ? '' : `${all.join('\n\n')}\n`;
}

/** An import with the names that a piece uses; null without any. The first piece also keeps the names that no piece uses. */
function keptImport(node: ImportLike, piece: string, { cut, used }: InPieces): string | null {
  const isFirst = piece === cut.pieces[0];
  const isUsed = (local: string): boolean =>
    used.get(piece)!.has(local) || (isFirst && ![...used.values()].some((one) => one.has(local)));
  const locals = moduleNames(node as ts.ImportDeclaration);
  if (locals.length === 0) return isFirst ? node.getText() : null;
  const kept = locals.filter(({ local }) => isUsed(local));
  if (kept.length === 0) return isFirst ? notesIn(node).join('\n') || null : null;
  const braced = bracedNames(node);
  if (kept.length === locals.length || braced.length === 0) return node.getText();
  const names = braced.filter(({ local }) => isUsed(local));
  const notes = isFirst ? notesIn(node) : [];
  return [...notes, importText(node, specifierOf(node), names)].join('\n');
}

/** The declarations that other pieces use. */
function sharedNames({ cut: { places }, used }: InPieces): ReadonlySet<string> {
  const shared = [...places].filter(([name, own]) =>
    [...used].some(([piece, names]) => piece !== own && names.has(name)),
  );
  return new Set(shared.map(([name]) => name));
}

/** The imports of a piece from the other pieces. */
function crossImports(piece: string, { file, cut, used }: InPieces): readonly string[] {
  const types = typesIn(file);
  return cut.pieces.flatMap((other) => {
    const names = [...used.get(piece)!]
      .filter((name) => other !== piece && cut.places.get(name) === other)
      .sort(compareText);
    if (names.length === 0) return [];
    const values = names.filter((name) => !types.has(name));
    const onlyTypes = names.filter((name) => types.has(name));
    const ending = endingIn(file);
    const from = pathFrom(piece, other).replace(/\.tsx?$/, ending);
    return values.length === 0
      ? [importStatement(onlyTypes, from, 'import type')]
      : [importStatement([...values, ...onlyTypes.map((one) => `type ${one}`)], from)];
  });
}

/** The names of a file that are types alone. */
function typesIn(file: ts.SourceFile): ReadonlySet<string> {
  const ts = typescript();
  const isType = (one: ts.Statement) =>
    ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one);
  const named = (test: (one: ts.Statement) => boolean) =>
    file.statements.filter(test).flatMap((one) => namesOf(file, one));
  const values = new Set(named((one) => !isType(one)));
  return new Set(named(isType).filter((name) => !values.has(name)));
}

/** The ending of relative imports of a file: the code of pages has none. */
const endingIn = (file: ts.SourceFile): string =>
  importsIn(file).some((node) => /^\..*[^.]\.js$/.test(specifierOf(node))) ||
  !/^(?:ui|web)\//.test(file.fileName)
    ? '.js'
    : '';
