/** The name of a table or column in SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text in SQL, for statements that people run themselves. */
export const quoteText = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;
