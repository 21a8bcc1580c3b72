import { nameOf } from '../tree.js';
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
  const ts = typescript();
  const name = `${FOLDER}/${nameOf(path)}`;
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
  const counts = new Map<number, number>();
  const count = ({ code }: ts.Diagnostic) => void counts.set(code, (counts.get(code) ?? 0) + 1);
  program.getSyntacticDiagnostics(file).forEach(count);
  program
    .getSemanticDiagnostics(file)
    .filter(({ code }) => OWN_FAULTS.has(code))
    .forEach(count);
  return counts;
}
