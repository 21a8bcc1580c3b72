/** The subjects of differences. */
export const DIFFERENCE_KINDS = [
  'table',
  'view',
  'column',
  'type',
  'required',
  'default',
  'expression',
  'primary key',
  'unique index',
  'index',
  'trigram index',
  'foreign key',
  'on delete',
  'on update',
  'check',
  'values',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Something that a project and its database do not have alike. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly table: string;
  /** The columns that it is about; none for the table itself. */
  readonly columns: readonly string[];
  /** What the project has, as people write it; null where it has nothing of the kind. */
  readonly project: string | null;
  /** The value in the database. */
  readonly database: string | null;
}

/** Whether two differences say the same. */
export const isSameDifference = (one: Difference, other: Difference): boolean =>
  one.kind === other.kind &&
  one.table === other.table &&
  one.columns.join() === other.columns.join() &&
  one.project === other.project &&
  one.database === other.database;

/** A difference as a sentence. */
export function sentenceOf({ kind, table, columns, project, database }: Difference): string {
  const place = `\`${[table, ...columns.slice(0, 1)].join('.')}\``;
  const of = `\`${table}\``;
  switch (kind) {
    case 'table':
    case 'view':
    case 'column':
      return database === null
        ? `${kind} ${place} is missing in the database`
        : `${kind} ${place} is in the database alone`;
    case 'type':
    case 'required':
      return `${place} is ${database} in the database and ${project} in the project`;
    case 'default':
      return `${place} has ${defaultText(database)} in the database and ${defaultText(project)} in the project`;
    case 'expression':
      return `${place} is ${computedText(database)} in the database and ${computedText(project)} in the project`;
    case 'primary key':
      return `the primary key of ${of} is ${database ?? 'missing'} in the database and ${project} in the project`;
    case 'unique index':
    case 'index':
    case 'trigram index':
      return database === null
        ? `${of} has no ${kind} on ${project} in the database`
        : `${of} has the ${kind} on ${database} in the database alone`;
    case 'foreign key':
      return database === null
        ? `${place} has no foreign key to ${project} in the database`
        : `the foreign key of ${of} ${database} is in the database alone`;
    case 'on delete':
    case 'on update':
      return `the foreign key of ${place} has ${kind} ${database} in the database and ${project} in the project`;
    case 'check':
      return database === null
        ? `${of} has no check ${project} in the database`
        : `the check ${database} of ${of} is in the database alone`;
    case 'values':
      return `${place} may be ${database} in the database and ${project} in the project`;
  }
}

const defaultText = (text: string | null): string =>
  text === null ? 'no default' : `the default ${text}`;

const computedText = (sql: string | null): string =>
  sql === null ? 'stored as it is written' : `computed as ${sql}`;
