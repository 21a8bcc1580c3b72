import { isCode } from '../../src/code/typescript.js';
import { codeSource } from '../../src/merge/code-parts.js';
import { importsOf } from '../../src/merge/import-bindings.js';
import { jsonSource } from '../../src/merge/json-parts.js';
import type { Part, PartList, Source } from '../../src/merge/part.js';
import { yamlSource } from '../../src/merge/yaml-parts.js';
import type { Tree } from '../../src/tree.js';

function sourceOf(path: string, text: string): Source | null {
  if (isCode(path)) return codeSource(path, text);
  return /\.ya?ml$/.test(path) ? yamlSource(text) : jsonSource(text);
}

const nameOf = ({ kind, identities: [first] }: Part) =>
  first && first.by !== 'meaning' ? `${kind} ${first.value}` : kind;

/** What differs first in two lists, below the part that has them. */
function listDifference(got: PartList, wanted: PartList): string | null {
  const [own, other] = [got.entries.map(nameOf), wanted.entries.map(nameOf)];
  const missing = other.filter((name) => !own.includes(name));
  const extra = own.filter((name) => !other.includes(name));
  const lack = missing.length > 0 ? `lacks ${missing.join(', ')}` : '';
  const more = extra.length > 0 ? `has ${extra.join(', ')} more` : '';
  if (lack || more || own.length !== other.length)
    return `: ${[lack, more].filter(Boolean).join(' and ') || 'has another number of entries'} (match-entries pairs them, merge-parts adds and removes)`;
  if (own.join('\n') !== other.join('\n'))
    return `: has its entries in another order (list-anchor): ${own.join(', ')}`;
  const at = got.entries.findIndex((part, i) => part.meaning !== wanted.entries[i]!.meaning);
  return at < 0 ? null : partDifference(got.entries[at]!, wanted.entries[at]!);
}

/** The way to the innermost part that differs, and how it does. */
function partDifference(got: Part, wanted: Part): string {
  const here = ` > ${nameOf(wanted)}`;
  for (const slot of wanted.slots ?? []) {
    const own = got.slots?.find(({ name }) => name === slot.name);
    if (!own) continue;
    if ('part' in slot && 'part' in own && slot.part.meaning !== own.part.meaning)
      return here + partDifference(own.part, slot.part);
    const inner = 'list' in slot && 'list' in own ? listDifference(own.list, slot.list) : null;
    if (inner !== null) return `${here}.${slot.name}${inner}`;
  }
  return `${here}: is \`${got.meaning}\`, not \`${wanted.meaning}\` (merge-parts)`;
}

const importsIn = (source: Source) =>
  'file' in source
    ? importsOf(source as NonNullable<ReturnType<typeof codeSource>>)
        .map((one) => one.getText())
        .join('\n')
    : '';

/** Where a file came out otherwise than it must, and which module of the merge is at fault. */
export function explainText(path: string, got: string, wanted: string): string {
  const [own, other] = [sourceOf(path, got), sourceOf(path, wanted)];
  if (!own || !other) return `${path}: cannot be read by its structure (merge-lines)`;
  if (own.root.meaning !== other.root.meaning && importsIn(own) === importsIn(other))
    return path + partDifference(own.root, other.root);
  if (importsIn(own) !== importsIn(other))
    return `${path}: has other imports (merge-imports)\n${importsIn(own)}`;
  const lines = wanted.split('\n');
  const line = got.split('\n').findIndex((text, at) => text !== lines[at]);
  return `${path}:${line + 1}: says the same in another form (text-style, list-splices, merge-notes)`;
}

/** Where an outcome is not what was expected; empty where it is. */
export function explain(outcome: Tree, expected: Tree): string {
  const paths = [...new Set([...outcome.keys(), ...expected.keys()])];
  const wrong = paths.filter((path) => outcome.get(path) !== expected.get(path));
  return wrong
    .map((path) => {
      const [got, wanted] = [outcome.get(path), expected.get(path)];
      if (got === undefined) return `${path}: is missing (plan-file)`;
      if (wanted === undefined) return `${path}: is one too many (plan-file)`;
      return path.includes('.') ? explainText(path, got, wanted) : `${path}: says something else`;
    })
    .join('\n');
}
