import { once } from '../once.js';
import type { Tree } from '../tree.js';

/** Whether a file belongs to the project's own part of the back-office; the part that all projects share is in `ui/`. */
export const isOwnPage = (path: string): boolean => path.startsWith('web/src/');

/** The files of the project's own part of the back-office; told apart once per tree. */
export const ownPagesIn = once(
  (files: Tree): Tree => new Map([...files].filter(([path]) => isOwnPage(path))),
);
