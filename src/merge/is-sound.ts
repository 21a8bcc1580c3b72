import { isCode, typescript, type ts } from '../code/typescript.js';

/** Versions of one file: what came of a merge, and the two sides that it was made of. */
export interface Merge {
  readonly merged: string;
  readonly mine: string;
  readonly next: string;
}

/**
 * Whether a merged text is as sound by itself as the texts that it was made of: no broken syntax, no name twice, none used before
 * it is there. What other files have is not looked at.
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

/** Where the compiler thinks that a text stands: it wants whole paths. */
const FOLDER = '/project';

/** How often a text has each fault that it has by itself, by the compiler's number. */
function faultsIn(path: string, text: string): ReadonlyMap<number, number> {
  const kit = typescript();
  const name = `${FOLDER}/${path.slice(path.lastIndexOf('/') + 1)}`;
  const options = { ...OPTIONS, jsx: kit.JsxEmit.Preserve, target: kit.ScriptTarget.ESNext };
  const file = kit.createSourceFile(name, text, kit.ScriptTarget.ESNext, true);
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
  const program = kit.createProgram([name], options, host);
  const counts = new Map<number, number>();
  const count = ({ code }: ts.Diagnostic) => void counts.set(code, (counts.get(code) ?? 0) + 1);
  program.getSyntacticDiagnostics(file).forEach(count);
  program
    .getSemanticDiagnostics(file)
    .filter(({ code }) => OWN_FAULTS.has(code))
    .forEach(count);
  return counts;
}
