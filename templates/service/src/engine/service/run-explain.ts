import { existsSync } from 'node:fs';
import { accessControlModels } from '../auth/access-control.js';
import { Directory } from '../auth/directory.js';
import { createPasswords, type Passwords } from '../auth/passwords.js';
import { usersOf, usernameKey } from '../auth/user-entity.js';
import type { Database } from '../database/database.js';
import { tellMessage } from '../database/tell-error.js';
import { ACTIONS, type Action } from '../model/access-rules.js';
import { nearest } from '../problem/nearest.js';
import type { Settings } from '../settings/settings.js';
import { openProjectDatabase } from './compose.js';
import { explain } from './explain.js';
import type { Project } from './project.js';
import { withSettings } from './with-settings.js';

/**
 * What `crudgen access` runs in the project: `explain <user> <action> <Model> [id]` says in JSON which rule decides,
 * `explain --roles` which roles there are. Reads the database and changes nothing in it.
 */
export const runExplain = (project: Project, args: readonly string[]): Promise<void> =>
  withSettings(project, 'Nothing is explained:', async (settings) => {
    const [scheme, ...path] = settings.databaseUrl.split(':');
    const isFile = scheme === 'sqlite' && path.join(':') !== ':memory:';
    // To open a file that is not there would make it.
    if (isFile && !existsSync(path.join(':')))
      refuse('no-database', 'the database is not there yet');
    const database = await openProjectDatabase(project, settings.databaseUrl);
    const passwords = createPasswords({ threads: 1 });
    try {
      const directory = new Directory(database);
      if (args[0] === '--roles') say({ roles: await directory.listRoles() });
      else say({ explanation: await answer({ project, settings, database, passwords }, args) });
    } catch (error) {
      refuseFailed(tellMessage(error));
    } finally {
      await passwords.close();
      await database.close();
    }
  });

function refuseFailed(message: string): never {
  if (!/no such (table|column)|does not exist/.test(message)) refuse('failed', message);
  // What is asked for first.
  if (/no such table: auth_(user|role)|relation "auth_(user|role)"/.test(message))
    refuse('no-database', 'the database has no tables yet');
  refuse('pending', 'the database is not as the entities are: migrations wait', 'npm run migrate');
}

interface Asked {
  readonly project: Project;
  readonly settings: Settings;
  readonly database: Database;
  readonly passwords: Passwords;
}

async function answer(
  { project, settings, database, passwords }: Asked,
  [who = '', action = '', name = '', idText]: readonly string[],
) {
  const directory = new Directory(database);
  const modules = [
    ...project.models,
    ...accessControlModels(project.user, passwords, directory.changed),
  ];
  const names = modules.map(({ entity }) => entity.name);
  if (!names.includes(name)) unknown('model', name, names);
  if (!ACTIONS.some((one) => one === action)) unknown('action', action, ACTIONS);
  const id = idText === undefined ? null : Number(idText);
  const account = await directory.account(await userId(database, who));
  if (!account) return refuse('unknown-user', `there is no user \`${who}\``);
  const { roles } = directory;
  return explain(
    { database, modules, roles, searchedFields: () => [], settings },
    { user: account.user, active: account.active, action: action as Action, model: name, id },
  );
}

/** By name, as at sign-in, or by id. */
async function userId({ dataSource }: Database, who: string): Promise<number> {
  const users = usersOf(dataSource.manager);
  const named = await users.findOneBy({ username_key: usernameKey(who) });
  if (named) return named.id;
  if (/^\d{1,15}$/.test(who) && (await users.existsBy({ id: Number(who) }))) return Number(who);
  const known = await users.find({ select: { username: true }, take: 10_000 });
  return unknown(
    'user',
    who,
    known.map(({ username }) => username),
  );
}

function unknown(what: string, word: string, known: readonly string[]): never {
  const near = nearest(word, known);
  const all = known.length <= 30 ? `there are: ${known.join(', ')}` : '';
  refuse(
    `unknown-${what}`,
    `there is no ${what} \`${word}\``,
    near ? `did you mean \`${near}\`?` : all,
  );
}

function refuse(code: string, message: string, help?: string): never {
  say({ problem: { code, message, ...(help ? { help } : {}) } });
  process.exit(1);
}

function say(answered: object): void {
  process.stdout.write(`${JSON.stringify(answered)}\n`);
}
