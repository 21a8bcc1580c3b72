import { start, type REPLServer } from 'node:repl';
import { createPasswords, passwordOptions } from '../auth/passwords.js';
import { migrate } from '../database/migrate.js';
import { whereOf } from '../model/where.js';
import { allModels, openProjectDatabase, createWorkbench, type Workbench } from './compose.js';
import type { Project } from './project.js';
import { withSettings } from './start.js';

/** The history file of the console, in the project's folder. */
const HISTORY = '.console_history';

/**
 * `npm run console`: a prompt with every entity by its name, `system`, `crud` (what the administrator may do) and
 * `as('anna')` for another user's permissions; `await` works at the top level.
 */
export const runConsole = (project: Project): Promise<void> =>
  withSettings(project, 'The console does not open:', async (settings, own) => {
    const database = await openProjectDatabase(project, settings.databaseUrl);
    const passwords = createPasswords({ threads: 1, ...passwordOptions(settings) });
    try {
      await migrate(database);
      const workbench = createWorkbench(project, database, passwords, settings, own);
      const crud = await workbench.as(settings.adminUsername).catch(() => undefined);
      const entities = allModels(project, passwords, () => undefined).map(({ entity }) => entity);
      const names = Object.fromEntries(entities.map((entity) => [entity.name, entity]));
      await converse({ ...toolsOf(workbench), ...(crud && { crud }), ...names });
    } finally {
      await passwords.close();
      await database.close();
    }
  });

const toolsOf = ({ database, engine, as }: Workbench) => ({
  system: engine.system,
  as,
  whereOf,
  dataSource: database.dataSource,
});

/** Runs until the prompt is closed. */
async function converse(context: Readonly<Record<string, unknown>>): Promise<void> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stdout.write(`${Object.keys(context).join(', ')}; .exit leaves\n`);
  const server = start({ prompt: isTerminal ? '> ' : '', terminal: isTerminal });
  Object.assign(server.context, context);
  const settled = inTurn(server);
  if (isTerminal) await remembering(server);
  await new Promise<void>((resolve) => server.once('exit', resolve));
  await settled();
}

/** Evaluates lines one after another, each when the one before has finished; the returned function waits for the last. */
function inTurn(server: REPLServer): () => Promise<void> {
  const evaluate = server.eval;
  let open = 0;
  let last = Promise.resolve();
  let answered = (): void => undefined;
  // Node.js prints the error of a rejected promise without calling `done`; the new prompt must come after both.
  const displayPrompt = server.displayPrompt.bind(server);
  const prompting: REPLServer['displayPrompt'] = (keep) => {
    displayPrompt(keep);
    answered();
  };
  const inOrder: REPLServer['eval'] = (code, context, file, done) => {
    const run = () =>
      new Promise<void>((resolve) => {
        answered = () => {
          answered = () => undefined;
          open -= 1;
          resolve();
        };
        evaluate.call(server, code, context, file, (error, result) => {
          answered();
          done(error, result);
        });
      });
    open += 1;
    last = open === 1 ? run() : last.then(run);
  };
  Object.assign(server, { eval: inOrder, displayPrompt: prompting });
  return () => last;
}

const remembering = (server: REPLServer): Promise<void> =>
  new Promise((resolve) => server.setupHistory(HISTORY, () => resolve()));
