import { existsSync } from 'node:fs';
import { readSettings } from '../settings.js';
import { tellMessage } from '../tell-error.js';
import { ACTIONS, type Action } from './action.js';

/*
 * What `crudgen access` runs in the project: `explain-command.ts <user> <action> <Model> [id]` says in JSON which rule
 * decides, `explain-command.ts --roles` which roles there are. Reads the database and changes nothing in it.
 */
const [who = '', action = '', name = '', idText] = process.argv.slice(2);

if (existsSync('.env')) process.loadEnvFile('.env');
const settings = readSettings(process.env);
const [scheme, ...path] = settings.databaseUrl.split(':');
const isFile = scheme === 'sqlite' && path.join(':') !== ':memory:';
// To open a file that is not there would make it.
if (isFile && !existsSync(path.join(':'))) refuse('no-database', 'the database is not there yet');

// Only now: entities choose their column types by DATABASE_URL when they are loaded.
const [
  { ACCESS_ENTITIES, accessControlModels },
  { Directory },
  { createPasswords },
  { User, usernameKey },
  { nearest },
  { openDatabase },
  { models },
  { explain },
] = await Promise.all([
  import('../auth/access-control.js'),
  import('../auth/directory.js'),
  import('../auth/passwords.js'),
  import('../auth/user.model.js'),
  import('../crud/nearest.js'),
  import('../database/open-database.js'),
  import('../models/models.gen.js'),
  import('./explain.js'),
]);
const entities = [...models.map(({ entity }) => entity), ...ACCESS_ENTITIES];
const database = await openDatabase(settings.databaseUrl, entities, []);
const passwords = createPasswords({ threads: 1 });
try {
  const directory = new Directory(database);
  if (who === '--roles') say({ roles: await directory.listRoles() });
  else say({ explanation: await answer(directory) });
} catch (error) {
  const message = tellMessage(error);
  if (!/no such (table|column)|does not exist/.test(message)) refuse('failed', message);
  // What is asked for first.
  if (/no such table: auth_(user|role)|relation "auth_(user|role)"/.test(message))
    refuse('no-database', 'the database has no tables yet');
  refuse('pending', 'the database is not as the entities are: migrations wait', 'npm run migrate');
} finally {
  await passwords.close();
  await database.close();
}

async function answer(directory: InstanceType<typeof Directory>) {
  const modules = [...models, ...accessControlModels(passwords, directory.changed)];
  const names = modules.map(({ entity }) => entity.name);
  if (!names.includes(name)) unknown('model', name, names);
  if (!ACTIONS.some((one) => one === action)) unknown('action', action, ACTIONS);
  const id = idText === undefined ? null : Number(idText);
  const account = await directory.account(await userId());
  if (!account) return refuse('unknown-user', `there is no user \`${who}\``);
  return explain(
    {
      database,
      modules,
      roles: directory.roles,
      searchedFields: () => [],
      settings,
    },
    { user: account.user, active: account.active, action: action as Action, model: name, id },
  );
}

/** By name, as at sign-in, or by id. */
async function userId(): Promise<number> {
  const users = database.dataSource.getRepository(User);
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
