import type { Problem } from '../problem.js';
import { isOwn, speaksOfModels } from './read-files.js';

/** A file or folder that is there and gives no text. */
export interface UnreadFile {
  readonly why: string;
  /** Whether it is a link that leads elsewhere: only what crudgen knows to be there is missing then. */
  readonly elsewhere: boolean;
}

export type UnreadFiles = ReadonlyMap<string, UnreadFile>;
type Files = ReadonlyMap<string, string>;

/** Whether a path is that of a folder, or of something below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);

/** Those that hold a model which crudgen knows, or may hold one which it does not. */
export function hidingModels(unread: UnreadFiles, base: Files): string[] {
  const known = [...base].filter(([path, text]) => isOwn(path) && speaksOfModels(text));
  return [...unread].flatMap(([path, { elsewhere }]) => {
    const mayHold = !elsewhere && (isOwn(path) || isWithin(path, 'src'));
    return mayHold || known.some(([one]) => isWithin(one, path)) ? [path] : [];
  });
}

/** Says what is not read: an error where it may hold models or crudgen wrote it, unless it is a link that leads elsewhere. */
export function unreadProblems(unread: UnreadFiles, base: Files): Problem[] {
  const hiding = hidingModels(unread, base);
  return [...unread].map(([path, { why, elsewhere }]): Problem => {
    const problem = {
      code: 'unreadable-file',
      message: `${path} is not read: ${why}`,
      help: 'put text that can be read there, below the folder of the project',
    };
    const isWritten = !elsewhere && [...base.keys()].some((one) => isWithin(one, path));
    return hiding.includes(path) || isWritten ? problem : { ...problem, severity: 'warning' };
  });
}
