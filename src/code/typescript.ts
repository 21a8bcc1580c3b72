import { createRequire } from 'node:module';
import type { ts } from '@ts-morph/common';

export type { ts };

let loaded: typeof ts | undefined;

const load = createRequire(import.meta.url);

// Most code here needs syntax alone, and its edits are splices that leave everything else as written, where ts-morph wraps
// each node and parses a file again after each change. What takes types is asked of ts-morph: see typed-project.ts.

/** The TypeScript compiler of ts-morph, loaded on first use and without ts-morph itself, which takes a third longer. */
export function typescript(): typeof ts {
  loaded ??= (load('@ts-morph/common') as typeof import('@ts-morph/common')).ts;
  return loaded;
}

/** Whether TypeScript can parse a file of this path. */
export const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

/** A command reads up to four texts of one path: the developer's, the kept copy, a render, and their merge. */
const TEXTS_OF_A_PATH = 4;
const parsed = new Map<string, readonly ts.SourceFile[]>();

/** The syntax tree of a file, with parents, not type-checked; cached by text. */
export function parseCode(path: string, text: string): ts.SourceFile {
  const known = parsed.get(path) ?? [];
  const found = known.find((file) => file.text === text);
  if (found) return found;
  const { createSourceFile, ScriptTarget, ScriptKind, JSDocParsingMode } = typescript();
  const kind = /x$/.test(path) ? ScriptKind.TSX : ScriptKind.TS;
  // JSDoc is not needed, and parsing it takes an eighth of the time.
  const options = {
    languageVersion: ScriptTarget.Latest,
    jsDocParsingMode: JSDocParsingMode.ParseNone,
  };
  const file = createSourceFile(path, text, options, true, kind);
  parsed.set(path, [file, ...known.slice(0, TEXTS_OF_A_PATH - 1)]);
  return file;
}

/** A node and all nodes below it, in source order. */
export function nodesIn(root: ts.Node): readonly ts.Node[] {
  const { forEachChild } = typescript();
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    found.push(node);
    forEachChild(node, visit);
  };
  visit(root);
  return found;
}

const diagnosticsOf = (file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] =>
  (file as unknown as { parseDiagnostics?: ts.DiagnosticWithLocation[] }).parseDiagnostics ?? [];

/** The number of syntax errors in a file. */
export function syntaxErrors(file: ts.SourceFile): number {
  return diagnosticsOf(file).length;
}

/** The first syntax error in a file; null without one. */
export function syntaxError(
  file: ts.SourceFile,
): { readonly start: number; readonly length: number; readonly message: string } | null {
  const [first] = diagnosticsOf(file);
  if (!first) return null;
  const message = typescript().flattenDiagnosticMessageText(first.messageText, '; ');
  return { start: first.start, length: first.length, message };
}
