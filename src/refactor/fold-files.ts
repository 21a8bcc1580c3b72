import { resolvePath } from '../code/resolve-import.js';
import { parseCode, typescript } from '../code/typescript.js';
import { applySplices } from '../merge/splice.js';
import {
  bringing,
  type Bringing,
  type Brought,
  importText,
  namesIn,
  specifierOf,
} from './bringing.js';

/** What a file imports from one module, as one declaration. */
interface United {
  readonly node: Bringing;
  readonly names: readonly Brought[];
}

/**
 * Several texts that go into one file, whose imports fit its path already: their imports at its head, one for each module and
 * none of each other, then what each says. What is not in braces (`import * as`) stays a declaration of its own.
 */
export function foldFiles(path: string, texts: readonly string[]): string {
  const parts = texts.map((text) => apart(path, text));
  const united = new Map<string, United>();
  for (const node of parts.flatMap(({ imports }) => imports)) {
    const names = namesIn(node);
    const key = names.length === 0 ? node.getText() : specifierOf(node);
    united.set(key, { node, names: [...(united.get(key)?.names ?? []), ...names] });
  }
  const head = [...united.values()].map(({ node, names }) =>
    names.length === 0 ? node.getText() : importText(node, specifierOf(node), names),
  );
  const bodies = parts.map(({ body }) => body).filter((body) => body !== '');
  return `${[head.join('\n'), ...bodies].filter((part) => part !== '').join('\n\n')}\n`;
}

/** A text's imports, without those of its own file, and the rest of it. */
function apart(path: string, text: string): { imports: readonly Bringing[]; body: string } {
  const file = parseCode(path, text);
  const imports = bringing(file).filter((node) => typescript().isImportDeclaration(node));
  const splices = imports.map((node) => ({
    at: node.getStart(),
    remove: node.end - node.getStart(),
    insert: '',
  }));
  const stem = withoutEnding(path);
  const isOther = (node: Bringing) => {
    const specifier = specifierOf(node);
    return !specifier.startsWith('.') || withoutEnding(resolvePath(path, specifier)) !== stem;
  };
  const body = (applySplices(text, splices) ?? text).replace(/\n{3,}/g, '\n\n').trim();
  return { imports: imports.filter(isOther), body };
}

const withoutEnding = (path: string): string => path.replace(/\.[jt]sx?$/, '');
