import { ownersByName } from '../access/row-rules.js';
import type { Database } from '../database/database.js';
import type { NumericId } from '../fields/record-id.js';
import { textFields } from '../http/read-body.js';
import type { CurrentUser } from '../model/access-rules.js';
import { forbidden, notFound } from '../problem/problem.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { oneRow, rowExists } from '../records/reading/rows-where.js';
import type { Directory } from './directory.js';
import { usersIn } from './entities.js';
import type { Throttle } from './throttle.js';

interface OwnerParts {
  readonly engine: EngineWithPolicy;
  readonly database: Pick<Database, 'read'>;
  readonly directory: Pick<Directory, 'account' | 'signInCredentials'>;
  readonly throttle: Pick<Throttle, 'count'>;
}

/** Names that one user tries in a time window: each answer says whether somebody has it. */
const MAX_NAMES = 60;

/**
 * The id of the owner with a name, for who may write a field whose rule says `byName` and need not list users. A user whom the row
 * rules hide is nobody, as everywhere else.
 */
export async function ownerByName(
  user: CurrentUser,
  body: Readonly<Record<string, unknown>>,
  { engine, database, directory, throttle }: OwnerParts,
): Promise<NumericId> {
  const { model: prefix, field, name } = textFields(body, ['model', 'field', 'name']);
  const model = engine.models.find((one) => one.prefix === prefix);
  const grant = (['create', 'edit'] as const)
    .map((action) => model && engine.policy.grant(user, action, model))
    .find((one) => one?.writable.has(field));
  if (!model || !grant || !ownersByName(model).includes(field))
    throw forbidden('You may not name an owner in this field.', 'may-not');
  await throttle.count('owner-name', String(user.id), MAX_NAMES);
  const known = await directory.signInCredentials(name);
  const account = known && (await directory.account(known.userId));
  if (!account?.active) throw nobody();
  const { core } = engine.scope(user)(model.entity);
  const users = usersIn(engine.models);
  const visible = oneRow(account.user.id, engine.policy.rowWhere(grant, users));
  const isSeen = await database.read((session) =>
    rowExists(visible, { core, model: users, session }),
  );
  if (!isSeen) throw nobody();
  return account.user.id;
}

const nobody = () => notFound('Nobody signs in with this name.', 'no-record');
