/** A rendered project, or a part of one: path relative to the project's root (with `/`) -> text. */
export type Tree = ReadonlyMap<string, string>;
