import type { Grant, Action, CurrentUser } from '../model/access-rules.js';
import type { Access } from '../access/policy.js';
import type { Database } from '../database/database.js';
import type { RawRow, Session } from '../database/session.js';
import { forbidden, notFound } from '../problem/problem.js';
import type { CountCache, StatementCache } from './caches.js';
import type { ModelInfo } from '../model/model-info.js';
import type { QueryLimits } from './query-cost.js';

/** What all operations share: made once at start. */
export interface Core {
  readonly database: Database;
  readonly dialect: Database['dialect'];
  readonly models: readonly ModelInfo[];
  /** By class name; throws for an unknown one. */
  readonly model: (name: string) => ModelInfo;
  readonly statements: StatementCache;
  readonly counts: CountCache;
  readonly reader: (model: ModelInfo, grant: Grant) => RecordReader;
  /** Tables whose triggers may change a row after the statement that wrote it. */
  readonly triggered: ReadonlySet<string>;
  readonly searchedFields: (model: ModelInfo) => readonly string[];
  readonly limits: QueryLimits;
}

/** How the records of a model become JSON texts, for one set of readable fields. */
export interface RecordReader {
  /** The expressions to select, and how many they are. */
  readonly select: string;
  readonly width: number;
  texts(rows: readonly RawRow[], session: Session, scope: Scope): Promise<readonly string[]>;
  /** A select of records as one of a single row, whose text is all of theirs with commas between. */
  readonly joined?: (select: string) => string;
}

/** One model for one user: where an operation happens. */
export interface Scope {
  readonly core: Core;
  readonly access: Access;
  readonly user: CurrentUser;
  readonly model: ModelInfo;
}

/** What the user may do; 403 where that is nothing. */
export function authorize({ access, user, model }: Scope, action: Action): Grant {
  const grant = access.grant(user, action, model);
  if (grant) return grant;
  throw forbidden(`You may not ${VERBS[action]} ${model.name} records.`);
}

const VERBS: Readonly<Record<Action, string>> = {
  list: 'list',
  show: 'read',
  create: 'create',
  edit: 'change',
  delete: 'delete',
  clone: 'clone',
  field: 'read fields of',
};

/** The answer for a row that is not there, and for one that the user may not see. */
export const missing = ({ model }: Scope, id: number) =>
  notFound(
    `There is no ${model.name} with ${Number.isSafeInteger(id) ? `the id ${id}` : 'this id'}.`,
  );
