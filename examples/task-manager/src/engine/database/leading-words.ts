/** The words that a driver's message begins with. Behind the first quote, digit or sign may stand a value. */
export const leadingWords = (message: string): string =>
  /^[\p{L}\p{M} /-]*/u.exec(message)![0].trim();
