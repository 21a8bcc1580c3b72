import { relocateTree } from '../../src/refactor/relocate.js';

type Files = Map<string, string>;

/** An edit of a project by its developer. */
export interface Edited {
  readonly title: string;
  edit(files: Files): void;
  /** Lines that the upgrade rewrites, with their text after it. */
  readonly rewritten?: Readonly<Record<string, string>>;
  /** By file, the imports that the rewritten lines no longer need. */
  readonly unused?: Readonly<Record<string, readonly string[]>>;
}

/** Replaces texts of a file; throws if the file lacks one of them. */
export function change(
  path: string,
  ...pairs: readonly (readonly [string, string])[]
): Edited['edit'] {
  return (files) => {
    for (const [from, to] of pairs) {
      const text = files.get(path);
      if (text?.includes(from) !== true) throw new Error(`${path} does not say ${from}`);
      files.set(
        path,
        text.replace(from, () => to),
      );
    }
  };
}

/** Adds lines to the end of a file, which may be a new one. */
export const add = (path: string, ...lines: readonly string[]): Edited['edit'] => {
  return (files) => void files.set(path, `${files.get(path) ?? ''}${lines.join('\n')}\n`);
};

/** Moves a file and adapts all importers, as an editor does. */
export const move = (from: string, to: string): Edited['edit'] => {
  return (files) => {
    const after = relocateTree(files, new Map([[from, to]]));
    files.clear();
    for (const [path, text] of after) files.set(path, text);
  };
};

/** Makes several edits one after the other. */
export const all =
  (...edits: readonly Edited['edit'][]): Edited['edit'] =>
  (files) =>
    edits.forEach((edit) => edit(files));
