import { resolvePath } from '../code/resolve-import.js';
import { specifierOf } from '../code/module-names.js';
import { parseCode, typescript } from '../code/typescript.js';
import { renamings } from '../merge/used-names.js';
import { applySplices, replaceNode, type Splice } from '../merge/splice.js';
import { lineEnd } from '../merge/text-style.js';
import {
  importsIn,
  type ImportLike,
  type ImportedName,
  importText,
  bracedNames,
} from './import-like.js';

/** The imports of a file from one module. */
interface United {
  readonly node: ImportLike;
  readonly names: readonly ImportedName[];
}

/**
 * Combines several texts in one file: their imports first, one per module and none of each other, then their bodies, with the
 * most frequent line end. Imports without braces (`import * as`) stay separate.
 */
export function foldFiles(path: string, texts: readonly string[]): string {
  const eol = lineEnd(texts.join(''));
  const parts = texts.map((text) => apart(path, text.replaceAll('\r\n', '\n')));
  const united = new Map<string, United>();
  for (const node of parts.flatMap(({ imports }) => imports)) {
    const names = bracedNames(node);
    const key = names.length === 0 ? withoutType(node.getText()) : specifierOf(node);
    const known = united.get(key);
    // Where one file imports a value and another its type, the value import serves both.
    const kept = known && names.length === 0 && isOfTypes(node) ? known.node : node;
    united.set(key, { node: kept, names: [...(known?.names ?? []), ...names] });
  }
  const head = [...united.values()].map(({ node, names }) =>
    names.length === 0 ? node.getText() : importText(node, specifierOf(node), names),
  );
  const bodies = parts.map(({ body }) => body).filter((body) => body !== '');
  const whole = `${[head.join('\n'), ...bodies].filter((part) => part !== '').join('\n\n')}\n`;
  return whole.replaceAll('\n', eol);
}

/** The imports of a text, without those of its own file, and its body. */
function apart(path: string, text: string): { imports: readonly ImportLike[]; body: string } {
  const file = parseCode(path, text);
  const imports = importsIn(file).filter((node) => typescript().isImportDeclaration(node));
  const stem = withoutEnding(path);
  const isOther = (node: ImportLike) => {
    const specifier = specifierOf(node);
    return !specifier.startsWith('.') || withoutEnding(resolvePath(path, specifier)) !== stem;
  };
  const aliases = imports
    .filter((node) => !isOther(node))
    .flatMap(bracedNames)
    .map(({ name, local }) => [local, name] as const)
    .filter(([local, name]) => local !== name);
  const isImported = ({ at }: Splice) => imports.some((node) => node.pos <= at && at < node.end);
  const splices = [
    ...renamings(file, new Map(aliases)).filter((one) => !isImported(one)),
    ...imports.map((node) => replaceNode(node, notesIn(node).join('\n'))),
  ];
  const body = (applySplices(text, splices) ?? text).replace(/\n{3,}/g, '\n\n').trim();
  return { imports: imports.filter(isOther), body };
}

/** The comments inside an import, which its names do not keep. */
const notesIn = (node: ImportLike): readonly string[] =>
  node
    .getText()
    .slice(0, node.moduleSpecifier.getStart() - node.getStart())
    .match(/\/\*[^]*?\*\/|\/\/.*/g) ?? [];

const OF_TYPES = /^import\s+type\b/;

const isOfTypes = (node: ImportLike): boolean => OF_TYPES.test(node.getText());

const withoutType = (text: string): string => text.replace(OF_TYPES, 'import');

/** A path without its ending: imports use `.js` for `.ts`. */
export const withoutEnding = (path: string): string => path.replace(/\.[jt]sx?$/, '');
