import { resolvePath } from '../code/resolve-import.js';
import { parseCode, typescript } from '../code/typescript.js';
import { applySplices } from '../merge/splice.js';
import { lineEnd } from '../merge/text-style.js';
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
 * none of each other, then what each says, with the line ends of most of them. What is not in braces (`import * as`) stays a
 * declaration of its own.
 */
export function foldFiles(path: string, texts: readonly string[]): string {
  const eol = lineEnd(texts.join(''));
  const parts = texts.map((text) => apart(path, text.replaceAll('\r\n', '\n')));
  const united = new Map<string, United>();
  for (const node of parts.flatMap(({ imports }) => imports)) {
    const names = namesIn(node);
    const key = names.length === 0 ? withoutType(node.getText()) : specifierOf(node);
    const known = united.get(key);
    // One file needs a default or a whole module as a value, another its types: the value has both.
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

const OF_TYPES = /^import\s+type\b/;

const isOfTypes = (node: Bringing): boolean => OF_TYPES.test(node.getText());

const withoutType = (text: string): string => text.replace(OF_TYPES, 'import');

/** A path as imports mean it: `.js` and `.ts` are one file there. */
export const withoutEnding = (path: string): string => path.replace(/\.[jt]sx?$/, '');
