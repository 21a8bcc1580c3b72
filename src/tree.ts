/** Files: path relative to the project's root (with `/`) -> text. */
export type Tree = ReadonlyMap<string, string>;

/** Whether a file is generated: rewritten and never merged. */
export const isGenerated = (path: string): boolean => /\.gen\.[cm]?[jt]sx?$/.test(path);
