import type { Tree } from '../tree.js';
import { problem, warning, type Problem } from '../problem.js';
import { isOwn, mayDefineModels, ownFilesIn } from './read-files.js';

/** A file or folder that cannot be read as text. */
export interface UnreadFile {
  readonly why: string;
  /** Whether it is a link to another place, in which case only known files are missing. */
  readonly elsewhere: boolean;
}

export type UnreadFiles = ReadonlyMap<string, UnreadFile>;
/** Whether a path is a folder or below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** Unread paths that contain a known model, or may contain an unknown one. */
export function hidingModels(unread: UnreadFiles, base: Tree): string[] {
  const known = [...ownFilesIn(base)].filter(([, text]) => mayDefineModels(text));
  return [...unread].flatMap(([path, { elsewhere }]) => {
    const mayHold = !elsewhere && (isOwn(path) || isWithin(path, 'src'));
    return mayHold || known.some(([one]) => isWithin(one, path)) ? [path] : [];
  });
}

/** Reports unread paths: an error where they may contain models or crudgen wrote them, unless they link to another place. */
export function unreadProblems(unread: UnreadFiles, base: Tree): Problem[] {
  const hiding = hidingModels(unread, base);
  return [...unread].map(([path, { why, elsewhere }]) => {
    const isWritten = !elsewhere && [...base.keys()].some((one) => isWithin(one, path));
    const report = hiding.includes(path) || isWritten ? problem : warning;
    const help = 'replace it with a readable text file inside the project';
    return report('unreadable-file', `${path} cannot be read: ${why}`, help);
  });
}
