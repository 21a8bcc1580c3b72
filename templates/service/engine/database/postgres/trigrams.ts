import { quote, quoteTable, trigramName } from '../steps/step.js';

/** A text in the form in which it is compared, as an SQL expression. */
export type Fold = (text: string) => string;

/** An index of the folded text, which serves exactly the expression that it is built on; an existing one is used as it is. */
export const createTrigrams = (table: string, column: string, fold: Fold): string[] => [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  `CREATE INDEX IF NOT EXISTS ${quote(trigramName(table, column))} ON ${quoteTable(table)} ` +
    `USING gin ((${fold(quote(column))}) gin_trgm_ops)`,
];
