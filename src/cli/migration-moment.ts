/** The moment in the name of a migration, 14 digits; null for the path of any other file. */
export const migrationMoment = (path: string): string | null =>
  /^src\/database\/migrations\/(\d{14})-[^/]*\.ts$/.exec(path)?.[1] ?? null;
