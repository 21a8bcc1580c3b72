import { createHash, randomBytes } from 'node:crypto';
import { statementOf } from '../../../service/engine/database/dialect.js';
import type { Limits, Person } from '../naive/naive.js';
import type { ProvedService } from './start-service.js';

/** Milliseconds for which a key lasts. */
const DAY = 86_400_000;

/** Makes a key with the limits of an actor, and returns its text. The database has the digest, as the feature stores it. */
export async function makeKey(
  { database }: Pick<ProvedService, 'database'>,
  { id, roles }: Person,
  { models, readOnly }: Limits,
): Promise<string> {
  const prefix = `key_${randomBytes(4).toString('hex')}`;
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`;
  const now = Date.now();
  const cells = {
    ...{ digest: createHash('sha256').update(key).digest('base64url'), prefix, name: 'proved' },
    ...{ user_id: id, roles: JSON.stringify(roles), models: models && JSON.stringify(models) },
    // A key that was just used is not written to again for a minute.
    ...{ read_only: Number(readOnly), created_at: now, expires_at: now + DAY, used_at: now },
  };
  const { placeholder } = database.dialect;
  const marks = Object.keys(cells).map((_, at) => placeholder(at + 1));
  const sql = `INSERT INTO api_key (${Object.keys(cells).join(', ')}) VALUES (${marks.join(', ')})`;
  await database.write((session) => session.run(statementOf(sql), Object.values(cells)));
  return key;
}
