import type { Skipped } from '../skipped.js';

/** A file of a Prisma schema, by its path in the folder of the schema. */
export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

/** The text of a schema of several files, which is one for Prisma. */
export interface JoinedFiles {
  readonly text: string;
  /** What was left out, with its file and its line there. */
  readonly placed: (skipped: Skipped) => Skipped;
}

/** Joins the files of a Prisma schema, in the order of their paths. */
export function joinFiles(files: readonly SchemaFile[]): JoinedFiles {
  const starts: { readonly path: string; readonly before: number }[] = [];
  let before = 0;
  for (const { path, text } of files) {
    starts.push({ path, before });
    before += text.split('\n').length;
  }
  return {
    text: files.map(({ text }) => text).join('\n'),
    placed: (skipped) => {
      const start = starts.findLast((one) => one.before < skipped.line);
      return start === undefined
        ? skipped
        : { ...skipped, file: start.path, line: skipped.line - start.before };
    },
  };
}
