import { resolveImport } from '../code/resolve-import.js';
import { specifierOf } from '../code/module-names.js';
import { parseCode, typescript, type ts } from '../code/typescript.js';
import { applySplices, type Splice } from '../merge/splice.js';
import { lineEnd } from '../merge/text-style.js';
import type { Tree } from '../tree.js';
import {
  type ImportLike,
  importsIn,
  type ImportedName,
  importText,
  bracedNames,
} from './import-like.js';
import type { AliasedFolder } from './aliased-folders.js';

/** A declaration whose names, or some of them, can be imported by alias. */
interface Entering {
  readonly node: ImportLike;
  readonly through: (alias: AliasedFolder) => readonly ImportedName[];
  /** The names that no alias exports. */
  readonly rest: readonly ImportedName[];
}

/**
 * Imports through aliases where possible, with one import per alias. Names that an alias lacks, and whole modules (`import * as`,
 * `import()`, `vi.mock()`), keep the path of their file.
 */
export function throughAliases(
  files: Tree,
  path: string,
  aliases: readonly AliasedFolder[],
): string {
  const text = files.get(path) ?? '';
  const file = parseCode(path, text);
  const entering = importsIn(file).flatMap((node) => enteringBy(node, files, path, aliases));
  const joined = entering.filter((one) => canJoin(file, one.node, one === entering[0]));
  const lone = entering.filter((one) => !joined.includes(one));
  const splices = [
    ...lone.flatMap((one) => renamedImport(one, aliases)),
    ...inOne(file, joined, aliases),
  ];
  return applySplices(text, splices) ?? text;
}

function enteringBy(
  node: ImportLike,
  files: Tree,
  path: string,
  aliases: readonly AliasedFolder[],
): Entering[] {
  const specifier = specifierOf(node);
  const target = resolveImport(files, path, specifier) ?? '';
  if (aliases.some(({ folder }) => path.startsWith(folder) && target.startsWith(folder))) return [];
  const wayOf = ({ name, typeOnly }: ImportedName): AliasedFolder | undefined =>
    aliases.find((alias) => alias.name === specifier || alias.has(target, name, typeOnly));
  const ways = new Map(bracedNames(node).map((one) => [one, wayOf(one)]));
  const names = (alias: AliasedFolder | undefined): readonly ImportedName[] =>
    [...ways].filter(([, way]) => way === alias).map(([one]) => one);
  const rest = names(undefined);
  return rest.length < ways.size ? [{ node, through: names, rest }] : [];
}

/** Whether an import can be combined with others: not with comments in it, after it, or above one that would be removed. */
function canJoin({ text }: ts.SourceFile, node: ImportLike, isFirst: boolean): boolean {
  const above = isFirst ? '' : text.slice(node.pos, node.getStart());
  const behind = /[^\n]*/.exec(text.slice(node.end))![0];
  return typescript().isImportDeclaration(node) && !/\/[/*]/.test(above + node.getText() + behind);
}

/** A declaration that stays separate: its path becomes the alias where that exports all names. */
function renamedImport(
  { node, through, rest }: Entering,
  aliases: readonly AliasedFolder[],
): Splice[] {
  const [alias, ...more] = aliases.filter((one) => through(one).length > 0);
  const { moduleSpecifier: specifier } = node;
  return alias && more.length + rest.length === 0
    ? [between(specifier.getStart() + 1, specifier.end - 1, alias.name)]
    : [];
}

/** Combines imports into one per alias, at the place of the first of them. */
function inOne(
  file: ts.SourceFile,
  entering: readonly Entering[],
  aliases: readonly AliasedFolder[],
): Splice[] {
  const eol = lineEnd(file.text);
  return entering.map((one) => {
    const own = aliases.filter(
      (alias) => entering.find(({ through }) => through(alias).length > 0) === one,
    );
    const lines = own.map((alias) => {
      const names = entering.flatMap(({ through }) => through(alias));
      return importText(one.node, alias.name, names);
    });
    if (one.rest.length > 0) lines.push(importText(one.node, specifierOf(one.node), one.rest));
    const { node } = one;
    return lines.length === 0
      ? between(node.getStart(), lineAfter(file, node), '')
      : between(node.getStart(), node.end, lines.join('\n').replaceAll('\n', eol));
  });
}

/** The start of the next line after a declaration, or of what follows on its own line. */
const lineAfter = ({ text }: ts.SourceFile, { end }: ts.Node): number =>
  end + /^[ \t]*(?:\r?\n)?/.exec(text.slice(end))![0].length;

const between = (at: number, end: number, insert: string): Splice => ({
  at,
  remove: end - at,
  insert,
});
