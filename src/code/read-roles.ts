import { METHOD_SETS, METHODS, type App, type Methods, type Role } from '../model/model.js';
import type { Tree } from '../tree.js';
import { importsIn, type Imports } from './imports.js';
import { ownFilesIn } from './read-files.js';
import { readStatic, staticText, toJson, type Static } from './static-value.js';
import { nodesIn, parseCode, typescript, type ts } from './typescript.js';

/** The roles that a project defines, as far as they can be read; nothing in a project without a call of `defineRoles`. */
export function readRoles(files: Tree): Pick<App, 'roles'> {
  const calls = [...ownFilesIn(files)]
    .filter(([, text]) => text.includes('defineRoles('))
    .flatMap(([path, text]) => nodesIn(parseCode(path, text)).filter(isCall));
  if (calls.length === 0) return {};
  const imports = importsIn(files);
  return {
    roles: calls.flatMap(({ arguments: [given] }) => (given ? rolesIn(given, imports) : [])),
  };
}

const isCall = (node: ts.Node): node is ts.CallExpression =>
  typescript().isCallExpression(node) && node.expression.getText() === 'defineRoles';

function rolesIn(given: ts.Expression, imports: Imports): readonly Role[] {
  const value = readStatic(given, imports);
  if (value.kind !== 'object') return [];
  return [...value.entries].flatMap(([name, role]): Role[] => {
    if (role.kind !== 'object') return [];
    const methods = readMethods(role.entries.get('methods'));
    const about = staticText(role.entries.get('about'));
    return methods === null ? [] : [{ name, methods, ...(about !== null && { about }) }];
  });
}

function readMethods(value: Static | undefined): Methods | null {
  const given = value && toJson(value);
  if (Array.isArray(given)) return METHODS.filter((method) => given.includes(method));
  return METHOD_SETS.find((set) => set === given) ?? null;
}
