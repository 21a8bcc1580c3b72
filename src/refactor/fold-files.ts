import { resolvePath } from '../code/resolve-import.js';
import { declaredNames, identifiersIn } from '../code/identifiers.js';
import { importedNames, specifierOf } from '../code/module-names.js';
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
 * most frequent line end. Imports without braces (`import * as`) stay separate. An import gets another local name if another
 * text declares its name, or imports something else by this name.
 */
export function foldFiles(path: string, texts: readonly string[]): string {
  const eol = lineEnd(texts.join(''));
  const plain = texts.map((text) => text.replaceAll('\r\n', '\n'));
  const parts = importsApart(path, plain).map((text) => apart(path, text));
  const united = new Map<string, United>();
  for (const node of parts.flatMap(({ imports }) => imports)) {
    const names = bracedNames(node);
    const key = names.length === 0 ? withoutType(node.getText()) : specifierOf(node);
    const known = united.get(key);
    // If one file imports a value and another file its type, the import of the value serves both.
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

/** The texts, with other local names for imports that clash with names of other texts. */
function importsApart(path: string, texts: readonly string[]): readonly string[] {
  const files = texts.map((text) => parseCode(path, text));
  const declared = files.map((file) => new Set(declaredNames(file).map(({ name }) => name)));
  const used = new Set(files.flatMap((file) => identifiersIn(file).map(({ text }) => text)));
  const bound = new Map<string, string>();
  return files.map((file, at) => {
    const names = new Map<string, string>();
    for (const { local, name, module } of importedNames(file)) {
      if (isItself(path, module ?? '')) continue;
      const meant = `${module} ${name}`;
      const isDeclared = declared.some((one, other) => other !== at && one.has(local));
      if (!isDeclared && (bound.get(local) ?? meant) === meant) bound.set(local, meant);
      else {
        let number = 2;
        while (used.has(`${local}${number}`)) number++;
        names.set(local, `${local}${number}`);
        used.add(`${local}${number}`);
      }
    }
    return applySplices(file.text, renamings(file, names)) ?? file.text;
  });
}

/** Whether a specifier leads to the file of this path. */
const isItself = (path: string, specifier: string): boolean =>
  specifier.startsWith('.') && withoutEnding(resolvePath(path, specifier)) === withoutEnding(path);

/** The imports of a text, without those of its own file, and its body. */
function apart(path: string, text: string): { imports: readonly ImportLike[]; body: string } {
  const file = parseCode(path, text);
  const imports = importsIn(file).filter((node) => typescript().isImportDeclaration(node));
  const isOther = (node: ImportLike) => !isItself(path, specifierOf(node));
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
export const notesIn = (node: ImportLike): readonly string[] =>
  node
    .getText()
    .slice(0, node.moduleSpecifier.getStart() - node.getStart())
    .match(/\/\*[^]*?\*\/|\/\/.*/g) ?? [];

const OF_TYPES = /^import\s+type\b/;

const isOfTypes = (node: ImportLike): boolean => OF_TYPES.test(node.getText());

const withoutType = (text: string): string => text.replace(OF_TYPES, 'import');

/** A path without its ending: imports use `.js` for `.ts`. */
export const withoutEnding = (path: string): string => path.replace(/\.[jt]sx?$/, '');
