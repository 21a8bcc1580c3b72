/** A whole number, which TypeScript cannot tell from others; `output.schema.json` can. */
export type Integer = number;
