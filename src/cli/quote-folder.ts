/** Quotes a folder for any shell. */
export const quoteFolder = (folder: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(folder) ? folder : `"${folder}"`;
