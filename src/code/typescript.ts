import { createRequire } from 'node:module';
import type { ts } from 'ts-morph';

export type { ts };

let loaded: typeof ts | undefined;

/** The TypeScript compiler that ts-morph bundles; loading it costs half a second, so it happens at the first need. */
export function typescript(): typeof ts {
  loaded ??= (createRequire(import.meta.url)('ts-morph') as { ts: typeof ts }).ts;
  return loaded;
}

/** Whether a path names a file that the TypeScript parser reads. */
export const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

/** The syntax tree of a file, with parents, never type-checked. */
export function parseCode(path: string, text: string): ts.SourceFile {
  const { createSourceFile, ScriptTarget, ScriptKind } = typescript();
  const kind = /x$/.test(path) ? ScriptKind.TSX : ScriptKind.TS;
  return createSourceFile(path, text, ScriptTarget.Latest, true, kind);
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
