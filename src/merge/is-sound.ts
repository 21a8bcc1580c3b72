import { fileName } from '../tree.js';
import { isCode, typescript, type ts } from '../code/typescript.js';

/** The result of a merge, and its two sides. */
export interface Merge {
  readonly merged: string;
  readonly mine: string;
  readonly next: string;
}

/**
 * Whether a merged text is as sound as its two sides: no new syntax errors, duplicate names or uses before declaration. Other
 * files are not considered.
 */
export function isSound(path: string, { merged, mine, next }: Merge): boolean {
  if (!isCode(path)) return true;
  const found = faultsIn(path, merged);
  if (found.size === 0) return true;
  const known = [faultsIn(path, mine), faultsIn(path, next)];
  return [...found].every(([code, count]) =>
    known.some((faults) => (faults.get(code) ?? 0) >= count),
  );
}

/** Redeclared, imported twice, used before its declaration or assignment, misplaced modifiers. */
const OWN_FAULTS = new Set([2300, 2393, 2440, 2448, 2449, 2451, 2454, 2528, 1030, 2206]);

const OPTIONS: ts.CompilerOptions = {
  noLib: true,
  noResolve: true,
  allowJs: true,
  checkJs: true,
  strict: true,
  noEmit: true,
  experimentalDecorators: true,
  types: [],
  resolvePackageJsonImports: false,
};

/** A made-up folder, since the compiler needs absolute paths. */
const FOLDER = '/project';

/** The number of faults in a text by compiler error code. */
function faultsIn(path: string, text: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { code } of diagnosticsOf(path, text, OWN_FAULTS))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** No such name: at all, with one like it, in short form. */
const NO_SUCH_NAME = new Set([2304, 2552, 18004]);

/** The names that a text uses and neither imports nor binds, those of the platform included. */
export const unboundIn = (path: string, text: string): ReadonlySet<string> =>
  new Set(
    diagnosticsOf(path, text, NO_SUCH_NAME).map(({ start = 0, length = 0 }) =>
      text.slice(start, start + length),
    ),
  );

/** What the compiler says of a text alone: every syntax error, and some others by their codes. */
function diagnosticsOf(path: string, text: string, codes: ReadonlySet<number>): ts.Diagnostic[] {
  const ts = typescript();
  const name = `${FOLDER}/${fileName(path)}`;
  const options = { ...OPTIONS, jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext };
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
  const host: ts.CompilerHost = {
    getSourceFile: (asked) => (asked === name ? file : undefined),
    getDefaultLibFileName: () => '',
    writeFile: () => undefined,
    getCurrentDirectory: () => FOLDER,
    getCanonicalFileName: (one) => one,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (asked) => asked === name,
    readFile: () => undefined,
  };
  const program = ts.createProgram([name], options, host);
  return [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file).filter(({ code }) => codes.has(code)),
  ];
}
