/** A table or column name in SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text in SQL, for statements that cannot bind values. */
export const quoteText = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;
