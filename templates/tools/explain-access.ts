import { existsSync } from 'node:fs';
import type { Database } from '../service/engine/database/database.js';
import type { Action } from '../service/engine/model/access-rules.js';
import type { Settings } from '../service/engine/settings/settings.js';
import { explain, NoId } from './access/explain.js';
import { refuse, say } from './answer.js';
import { ownCode, type OwnTools } from './own-code.js';

/*
 * The script that `crudgen access` runs in the folder of a project: with `<user> <action> <Model> [id]` it prints as JSON
 * which rule decides, with `--roles` which roles there are. Reads the database and changes nothing in it.
 */
const [who = '', action = '', name = '', idText] = process.argv.slice(2);
const { tools, project } = await ownCode((message) =>
  refuse('not-run', message, 'npm run typecheck may show more'),
);

await tools.withSettings(project, 'Nothing is explained:', async (settings) => {
  const [scheme, ...path] = settings.databaseUrl.split(':');
  const isFile = scheme === 'sqlite' && path.join(':') !== ':memory:';
  // Opening a missing file would create it.
  if (isFile && !existsSync(path.join(':')))
    refuse('no-database', 'the database does not exist yet');
  const database = await tools.openProjectDatabase(project, settings.databaseUrl);
  const passwords = tools.createPasswords({ threads: 1 });
  try {
    if (who === '--roles') say({ roles: await new tools.Directory(database).listRoles() });
    else say({ explanation: await answer(settings, database, passwords) });
  } catch (error) {
    if (error instanceof NoId) refuse('not-an-id', error.message, 'write a whole number such as 7');
    refuseFailed(tools.safeMessage(error));
  } finally {
    await passwords.close();
    await database.close();
  }
});

function refuseFailed(message: string): never {
  if (!/no such (table|column)|does not exist/.test(message)) refuse('failed', message);
  // The first tables that are queried.
  if (/no such table: auth_(user|role)|relation "auth_(user|role)"/.test(message))
    refuse('no-database', 'the database has no tables yet');
  refuse('pending', 'the database is not up to date: migrations are pending', 'npm run migrate');
}

async function answer(
  settings: Settings,
  database: Database,
  passwords: ReturnType<OwnTools['createPasswords']>,
) {
  const directory = new tools.Directory(database);
  const modules = tools.allModels(project, passwords, directory.changed);
  const names = modules.map(({ entity }) => entity.name);
  if (!names.includes(name)) unknown('model', name, names);
  if (!tools.ACTIONS.some((one) => one === action)) unknown('action', action, tools.ACTIONS);
  const account = await directory.account(await userId(database));
  if (!account) return refuse('unknown-user', `there is no user \`${who}\``);
  const { roles } = directory;
  return explain(
    tools,
    {
      ...{ database, modules, roles, searchedFields: () => [], settings },
      ...tools.engineFeatures(project),
    },
    {
      user: account.user,
      active: account.active,
      action: action as Action,
      model: name,
      id: idText ?? null,
    },
  );
}

/** The id of a user, by name, as at sign-in, or by id. */
async function userId({ dataSource }: Database): Promise<number> {
  const users = tools.usersOf(dataSource.manager);
  const named = await users.findOneBy({ username_key: tools.usernameKey(who) });
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
  const near = tools.nearest(word, known);
  const all = known.length <= 30 ? `there are: ${known.join(', ')}` : '';
  refuse(
    `unknown-${what}`,
    `there is no ${what} \`${word}\``,
    near ? `did you mean \`${near}\`?` : all,
  );
}
