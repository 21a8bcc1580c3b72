import { parseArgs } from 'node:util';
import { Directory } from '../auth/directory.js';
import { HttpProblem } from '../problem/problem.js';
import type { Project } from '../service/project.js';
import { openService, withSettings } from '../service/start.js';
import { StartRefused } from '../settings/settings.js';
import { duration } from '../settings/setting-values.js';
import type { ApiKeySettings } from './api-key-settings.js';
import { readKeyRequest } from './key-requests.js';
import { createStoredKeys } from './stored-keys.js';

const OPTIONS = {
  for: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  'read-only': { type: 'boolean', default: false },
  expires: { type: 'string' },
} as const;

const USAGE =
  'type `npm run api-key -- --for <user> --name <name>`, with `--role`, `--model` (again for several), `--read-only`, `--expires 90d`';

/**
 * `npm run api-key -- --for ann --name nightly --role Viewer`: makes a key for a user and prints it, the only time that it is
 * shown. Ends with 1 where it would be none that the user could make.
 */
export async function runApiKeyCommand(project: Project, args: readonly string[]): Promise<void> {
  await withSettings(project, 'No key is made:', async (settings, features) => {
    const given = readArguments(args);
    const [, own] = [...features].find(([{ name }]) => name === 'api-keys')!;
    const maxAge = (own as ApiKeySettings).maxAge * 1000;
    const quiet = { ...settings, logLevel: 'silent' as const };
    const { database, engine, close } = await openService(project, quiet, features);
    try {
      const directory = new Directory(database, settings.signInBy);
      const known = await directory.credentials(given.for);
      const account = known && (await directory.account(known.userId));
      if (!account?.active) throw new StartRefused([`there is no active user named ${given.for}`]);
      const now = Date.now();
      const wanted = readKeyRequest(bodyOf(given, now), {
        ...{ owned: account.user.roles, maxAge, now },
        roles: [...directory.roles().keys()],
        models: engine.models.map(({ prefix }) => prefix),
      });
      const { key } = await database.write((session) =>
        createStoredKeys(database).add(session, { ...wanted, userId: account.user.id }, now),
      );
      process.stdout.write(`${key}\n`);
    } catch (error) {
      throw error instanceof HttpProblem
        ? new StartRefused(error.problems.map(({ message }) => message))
        : error;
    } finally {
      await close();
    }
  });
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { for: user, name } = values;
    if (user !== undefined && name !== undefined) return { ...values, for: user, name };
  } catch {
    // Said below, with what to type.
  }
  throw new StartRefused([USAGE]);
}

/** The arguments of the command as the body of a request. */
function bodyOf(given: ReturnType<typeof readArguments>, now: number) {
  const { name, role: roles, model: models, expires } = given;
  return {
    ...{ name, roles, models, read_only: given['read-only'] },
    ...(expires !== undefined && { expires_at: endOf(expires, now) }),
  };
}

function endOf(text: string, now: number): string {
  try {
    return new Date(now + duration(text) * 1000).toISOString();
  } catch (error) {
    throw new StartRefused([`--expires: ${(error as Error).message}`]);
  }
}
