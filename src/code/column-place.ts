import type { Position } from '../problem.js';
import type { Tree } from '../tree.js';
import { entitiesOf } from './code-index.js';
import { memberName } from './decorators.js';
import { positionOf } from './problem-at.js';
import { nodesIn, parseCode, typescript } from './typescript.js';

/**
 * The place of a property in the class of a table; of the name of the class where it has no such property of its own, or none is
 * asked for; null where no class in the files has the table.
 */
export function placeOfProperty(
  files: Tree,
  table: string,
  property: string | null,
): Position | null {
  const ts = typescript();
  const entity = entitiesOf(files).find((one) => one.table === table);
  if (entity === undefined) return null;
  const file = parseCode(entity.path, files.get(entity.path)!);
  const found = nodesIn(file)
    .filter(ts.isClassDeclaration)
    .find(({ name }) => name?.text === entity.name);
  if (found === undefined) return null;
  const member = found.members
    .filter((one) => ts.isPropertyDeclaration(one))
    .find((one) => memberName(one) === property);
  return positionOf(member?.name ?? found.name ?? found);
}
