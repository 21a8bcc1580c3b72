import { type ModuleName, moduleNames } from '../../code/module-names.js';
import { parseCode, type ts, typescript } from '../../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../../merge/splice.js';
import { importStatement } from '../import-statement.js';
import type { Rewritten } from './rewritten.js';

const UI = '#ui';
const INPUT = '#ui/lines/lines-input';
const RECORD = '#ui/lines/record-lines';
/** The exports of `#ui` that modules of the feature `lines` export now. */
const MOVED: ReadonlyMap<string, string> = new Map([
  ['LinesInput', INPUT],
  ['LinesInputProps', INPUT],
  ['RecordLines', RECORD],
  ['RecordLinesProps', RECORD],
]);

type Names = readonly ModuleName<ts.ImportDeclaration>[];

/** Imports the parts of pages that show lines from the feature `lines`; `#ui` exported them before. */
export function importLines(path: string, text: string): Rewritten {
  if (![...MOVED.keys()].some((name) => text.includes(name))) return { text, left: [] };
  const imports = parseCode(path, text).statements.filter(typescript().isImportDeclaration);
  const splices = imports.flatMap((one): readonly Splice[] => {
    const names = moduleNames(one).filter(({ module, specifier }) => module === UI && specifier);
    if (!names.some(({ name }) => MOVED.has(name))) return [];
    const statements = [UI, INPUT, RECORD].flatMap((from) => importOf(from, names) ?? []);
    return [replaceNode(one, statements.join('\n'))];
  });
  return { text: applySplices(text, splices) ?? text, left: [] };
}

/** The import of those names that a module exports now; null without any. */
function importOf(from: string, all: Names): string | null {
  const names = all.filter(({ name }) => (MOVED.get(name) ?? UI) === from);
  if (names.length === 0) return null;
  const areTypes = names[0]!.declaration.importClause?.phaseModifier !== undefined;
  const written = names.map(({ specifier }) => specifier!.getText());
  return importStatement(written, from, areTypes ? 'import type' : 'import');
}
