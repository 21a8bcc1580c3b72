import { createRequire } from 'node:module';
import type { ts } from 'ts-morph';

export type { ts };

let loaded: typeof ts | undefined;

// Of ts-morph only its compiler is of use. To rename and to edit, ts-morph wraps each node and parses a file again after
// each change; here a file is read and changed by splices that leave all else as it is written, comments and blanks too.
// Which code means a property, behind types and other names, only the compiler can say: that is asked in find-uses.

/**
 * The TypeScript compiler that ts-morph bundles, loaded at the first need, and by itself: ts-morph around it takes a third as
 * long again to load, and gives the compiler out through a getter for each name.
 */
export function typescript(): typeof ts {
  loaded ??= fromMorph('@ts-morph/common/dist/typescript.js') as typeof ts;
  return loaded;
}

const fromMorph = createRequire(createRequire(import.meta.url).resolve('ts-morph'));

/** Whether a path names a file that the TypeScript parser reads. */
export const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

/** As many texts of one path as a command looks at: the developer's, the kept copy, a render, and what is merged of them. */
const TEXTS_OF_A_PATH = 4;
const parsed = new Map<string, readonly ts.SourceFile[]>();

/** The syntax tree of a file, with parents, never type-checked; the same one again for the same text. */
export function parseCode(path: string, text: string): ts.SourceFile {
  const known = parsed.get(path) ?? [];
  const found = known.find((file) => file.text === text);
  if (found) return found;
  const { createSourceFile, ScriptTarget, ScriptKind, JSDocParsingMode } = typescript();
  const kind = /x$/.test(path) ? ScriptKind.TSX : ScriptKind.TS;
  // What a comment says is nobody's to know here, and to parse it takes an eighth of the time.
  const options = {
    languageVersion: ScriptTarget.Latest,
    jsDocParsingMode: JSDocParsingMode.ParseNone,
  };
  const file = createSourceFile(path, text, options, true, kind);
  parsed.set(path, [file, ...known.slice(0, TEXTS_OF_A_PATH - 1)]);
  return file;
}

/** A reading of syntax trees that is made once for each of them. */
export function oncePerFile<T>(read: (file: ts.SourceFile) => T): (file: ts.SourceFile) => T {
  const known = new WeakMap<ts.SourceFile, { readonly said: T }>();
  return (file) => {
    const before = known.get(file) ?? { said: read(file) };
    known.set(file, before);
    return before.said;
  };
}

const diagnosticsOf = (file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] =>
  (file as unknown as { parseDiagnostics?: ts.DiagnosticWithLocation[] }).parseDiagnostics ?? [];

/** How many syntax errors the parser met. */
export function syntaxErrors(file: ts.SourceFile): number {
  return diagnosticsOf(file).length;
}

/** The first syntax error that the parser met; null where there is none. */
export function syntaxError(
  file: ts.SourceFile,
): { readonly start: number; readonly length: number; readonly message: string } | null {
  const [first] = diagnosticsOf(file);
  if (!first) return null;
  const message = typescript().flattenDiagnosticMessageText(first.messageText, '; ');
  return { start: first.start, length: first.length, message };
}
