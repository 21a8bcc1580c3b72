import type { Logger } from 'pino';
import type { RecordId } from '../fields/record-id.js';
import type { Action, CurrentUser, Grant } from '../model/access-rules.js';
import { SYSTEM_ACCESS, type Access } from '../access/policy.js';
import type { Database } from '../database/database.js';
import type { RawRow, Session, Violation } from '../database/dialect.js';
import {
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
  spokenName,
  withArticle,
  type HttpProblem,
} from '../problem/problem.js';
import type { ByteBudget, Reservation } from './byte-budget.js';
import type { CountCache, PageCache, StatementCache } from './caches.js';
import type { ModelInfo } from '../model/model-info.js';
import type { CallContext, Crud } from '../model/records.js';
import type { QueryLimits } from './query-cost.js';
import type { Widths } from './widths.js';

/** What all operations share, created once at start. */
export interface Core {
  readonly database: Database;
  readonly dialect: Database['dialect'];
  readonly models: readonly ModelInfo[];
  /** By class name; throws for an unknown one. */
  readonly model: (name: string) => ModelInfo;
  readonly byName: ReadonlyMap<string, ModelInfo>;
  readonly statements: StatementCache;
  readonly counts: CountCache;
  readonly pages: PageCache;
  readonly reader: (model: ModelInfo, grant: Grant) => RecordReader;
  /** Tables whose triggers may change a row after the statement that wrote it. */
  readonly triggered: ReadonlySet<string>;
  readonly searchedFields: (model: ModelInfo) => readonly string[];
  /** The operations of all models for a user, with or without rules: for hooks. */
  readonly crudOf: (access: Access, user: CurrentUser, context?: CallContext) => Crud;
  readonly system: (context?: CallContext) => Crud;
  readonly log: Logger;
  readonly limits: QueryLimits;
  readonly widths: Widths;
  readonly budget: ByteBudget;
  /** Awaited before each write. */
  readonly ready?: () => Promise<void>;
}

/** How the records of a model become JSON texts, for one set of readable fields. */
export interface RecordReader {
  /** The expressions to select, and their number. */
  readonly select: string;
  readonly width: number;
  /** A text for each row; null where a row that the grant allows no longer exists. */
  texts(
    rows: readonly RawRow[],
    grant: Grant,
    session: Session,
    scope: Scope,
  ): Promise<readonly (string | null)[]>;
  /** Wraps a select of records into one that returns a single row with the text of all records, one per line, comma-separated. */
  readonly joined?: (select: string) => string;
}

/** One model for one user: the scope of an operation. */
export interface Scope extends CallContext {
  readonly core: Core;
  readonly access: Access;
  readonly user: CurrentUser;
  readonly model: ModelInfo;
  /** The maximum number of links that the many-to-many fields of one page have; unlimited unless given. */
  readonly maxLinks?: number;
  /** What this read holds of the budget; nothing where it is for no response. */
  readonly reservation?: Reservation | undefined;
}

/** Reads what may take long; aborted when nobody waits for it any more, and in turns with other users where many wait. */
export const readLong = <T>(
  { core, user, model, signal }: Scope,
  work: (session: Session) => Promise<T>,
): Promise<T> =>
  core.database.read(work, { signal, userId: user.id, replica: isReplicated(model) });

/** Whether replicas can serve reads of a record: TypeORM hydrates from the primary. */
export const isReplicated = ({ path }: ModelInfo): boolean => path !== 'repository';

/** The same scope for the project's own code, which no rule restricts. */
export const withoutRules = (scope: Scope): Scope => ({ ...scope, access: SYSTEM_ACCESS });

/** Whether two actions of a user pass by the same roles: they see the same rows then, of every model. */
export const areSameRoles = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((role, index) => role === other[index]);

/** What the user may do; 403 if nothing. */
export function authorize({ access, user, model }: Scope, action: Action): Grant {
  const grant = access.grant(user, action, model);
  if (grant) return grant;
  throw forbidden(`You may not ${VERBS[action]} ${spokenName(model.name)} records.`, 'may-not');
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

/** The response for a row that does not exist, and for one that the user may not see. */
export const missing = ({ model }: Scope, id: RecordId) =>
  notFound(
    `There is no ${spokenName(model.name)} with ${Number.isSafeInteger(id) ? `the id ${id}` : 'this id'}.`,
    'no-record',
  );

/** The response to a write that the database refused; `grant` is what its writer may know. */
export function refusal(
  violation: Violation,
  model: ModelInfo,
  grant: Grant | undefined,
): HttpProblem {
  switch (violation.kind) {
    case 'unique':
      return duplicate(uniqueFields(violation, model), model, grant);
    case 'foreign-key':
      return conflict('Another record prevents this: a reference would point to nothing.');
    case 'not-null': {
      const field = nameOf(violation.column, model);
      return invalid([{ field, code: 'required', message: `${field} is required.` }]);
    }
    case 'too-wide':
      return tooWide(violation.index, model);
  }
}

function tooWide(index: string, model: ModelInfo): HttpProblem {
  const rule = model.uniques.find(({ name }) => name === index);
  const message = 'A text is too long for an index of the database.';
  const [first, ...rest] = (rule?.columns ?? []).map((field) => ({
    field,
    code: 'too-wide',
    message,
  }));
  return first ? invalid([first, ...rest]) : badRequest(message);
}

/** Fields that the writer may neither read nor write are not named. */
function duplicate(
  fields: readonly string[],
  model: ModelInfo,
  grant: Grant | undefined,
): HttpProblem {
  const named = fields.filter(
    (field) => !grant || grant.readable.has(field) || grant.writable.has(field),
  );
  const isWhole = named.length === fields.length && named.length > 0;
  const values = isWhole ? `this ${named.join(' and ')}` : 'these values';
  const message = `There is already ${withArticle(spokenName(model.name))} with ${values}.`;
  return conflict(
    message,
    named.map((field) => ({ field, code: 'unique', message })),
  );
}

/** The fields of the violated constraint, by the names that the writer knows. */
function uniqueFields(
  { columns, constraint }: Extract<Violation, { kind: 'unique' }>,
  model: ModelInfo,
): readonly string[] {
  const rule = model.uniques.find(({ name }) => name === constraint);
  const names = rule?.columns ?? columns.map((column) => nameOf(column, model));
  const tenants = (model.access.rows ?? []).flatMap((row) =>
    row.kind === 'tenant' ? [row.field] : [],
  );
  // In a model with tenants, "unique" means within the tenant: the tenant itself is not what is taken.
  const named = names.length > 1 ? names.filter((name) => !tenants.includes(name)) : names;
  return named.map((name) => model.column.get(name)?.derivedFrom ?? name);
}

const nameOf = (column: string, model: ModelInfo): string =>
  model.columns.find((candidate) => candidate.column === column)?.name ?? column;
