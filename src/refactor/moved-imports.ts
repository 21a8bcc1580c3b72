import { type ModuleName, moduleNames } from '../code/module-names.js';
import { parseCode, type ts, typescript } from '../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../merge/splice.js';
import { importStatement } from './import-statement.js';
import type { Rewritten } from './relation-conditions.js';

const UI = '#ui';
const LINES = '#ui/lines';
/** The exports of `#ui` that the feature `lines` exports now. */
const MOVED = ['LinesInput', 'LinesInputProps', 'RecordLines', 'RecordLinesProps'];

/** Imports the parts of pages that show lines from `#ui/lines`; `#ui` exported them before. */
export function importLines(path: string, text: string): Rewritten {
  if (!MOVED.some((name) => text.includes(name))) return { text, left: [] };
  const imports = parseCode(path, text).statements.filter(typescript().isImportDeclaration);
  const splices = imports.flatMap((one): readonly Splice[] => {
    const names = moduleNames(one).filter(({ module, specifier }) => module === UI && specifier);
    const moved = names.filter(({ name }) => MOVED.includes(name));
    if (moved.length === 0) return [];
    const kept = names.filter((name) => !moved.includes(name));
    const statements = [...(kept.length > 0 ? [importOf(kept, UI)] : []), importOf(moved, LINES)];
    return [replaceNode(one, statements.join('\n'))];
  });
  return { text: applySplices(text, splices) ?? text, left: [] };
}

/** An import of some of the names of a declaration. */
function importOf(names: readonly ModuleName<ts.ImportDeclaration>[], from: string): string {
  const areTypes = names[0]?.declaration.importClause?.phaseModifier !== undefined;
  const written = names.map(({ specifier }) => specifier!.getText());
  return importStatement(written, from, areTypes ? 'import type' : 'import');
}
