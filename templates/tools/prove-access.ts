import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Sentence } from '../../src/model/sentence.js';
import { refuse, say } from './answer.js';
import { ownCode } from './own-code.js';
import { ALLOW_FILE, readAllowFile } from './prove/allow/allow-file.js';
import {
  changedModels,
  changesOfProject,
  namedModels,
  UnknownModel,
} from './prove/choose-models.js';
import { answerAgainst } from './prove/against/answer-against.js';
import { NoRepository } from './prove/against/worktree.js';
import { proveDoors } from './prove/prove.js';
import { asHtml } from './prove/report/as-html.js';
import { asMarkdown } from './prove/report/as-markdown.js';
import { asText } from './prove/report/as-text.js';
import { commitOfProject } from './prove/report/commit.js';
import { isProven, pageOf } from './prove/report/page.js';
import type { ProveReport } from './prove/report/report.js';
import { withDatabases } from './prove/service/temporary-database.js';

/*
 * The script that `crudgen access prove [Model...]` runs in the folder of a project: starts its service on an empty database, asks
 * every door, and prints a line of JSON, with either the report or a problem. Progress goes to stderr.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    report: { type: 'string' },
    against: { type: 'string' },
    sentences: { type: 'string', default: '[]' },
  },
});
// As the project's own tests do.
if (existsSync('.env')) process.loadEnvFile('.env');
if (options.against !== undefined) await compareWith(options.against);
const server = options.postgres ? process.env['TEST_DATABASE_URL'] || null : null;
if (options.postgres && !/^postgres(ql)?:/.test(server ?? ''))
  refuse(
    'no-test-database',
    '`--postgres` needs a PostgreSQL server in TEST_DATABASE_URL',
    'set TEST_DATABASE_URL=postgres://user:password@host:5432/name; the user needs CREATEDB',
  );
// Entities choose the types of their columns by it when they load.
process.env['DATABASE_URL'] = server ?? 'sqlite::memory:';
const changes = options.changed ? await changesOfProject() : undefined;
if (changes === null) refuseWithoutGit('--changed');
const [unread] = options.mutants ? readAllowFile(process.cwd()).problems : [];
if (unread)
  refuse(
    'not-read',
    `${ALLOW_FILE}:${unread.line}: ${unread.message}`,
    'correct the line, or leave it out',
  );
const { tools, project } = await ownCode((message) =>
  refuse('not-run', message, 'npm run typecheck may show more'),
);

try {
  const report = await prove();
  const page = pageOf(report, nameOfProject());
  if (options.report !== undefined) writeReport(options.report, report);
  say({ report, summary: asText(page), proven: isProven(report) });
} catch (error) {
  if (error instanceof UnknownModel) {
    const near = tools.nearest(error.model, error.known);
    const help = near ? `did you mean \`${near}\`?` : `models: ${error.known.join(', ')}`;
    refuse('unknown-model', `there is no model \`${error.model}\``, help);
  }
  if (error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`);
  refuse('not-proven', `the service cannot be proven: ${tools.safeMessage(error)}`);
}

/** Prints the changes of the rules since another commit. Both versions run in processes of their own, so no code is loaded here. */
async function compareWith(ref: string): Promise<never> {
  const asked = { folder: process.cwd(), ref, seed: Number(options.seed) };
  try {
    say(await answerAgainst(asked, options.report));
  } catch (error) {
    if (error instanceof NoRepository) refuseWithoutGit('--against');
    refuse('not-compared', (error as Error).message);
  }
  process.exit();
}

async function prove(): Promise<ProveReport> {
  const began = performance.now();
  const proved = await withDatabases(tools, server, async (create) =>
    proveDoors({
      ...{ tools, project, url: await create() },
      seed: Number(options.seed),
      sentences: JSON.parse(options.sentences) as readonly Sentence[],
      mutants: options.mutants,
      choose: (models, people) =>
        changes
          ? changedModels(changes, models, people)
          : positionals.length > 0
            ? namedModels(positionals, models)
            : models,
      onProgress: (line) => void process.stderr.write(`${line}\n`),
    }),
  );
  return {
    crudgen: versionOf(new URL('../../package.json', import.meta.url)),
    ...(await commitOfProject()),
    seed: Number(options.seed),
    database: server === null ? 'sqlite' : 'postgres',
    seconds: Math.round((performance.now() - began) / 100) / 10,
    ...(changes && { since: changes.since }),
    ...proved,
  };
}

function writeReport(path: string, report: ProveReport): void {
  const page = pageOf(report, nameOfProject());
  const text = path.endsWith('.html')
    ? asHtml(page)
    : path.endsWith('.md')
      ? asMarkdown(page)
      : `${JSON.stringify(report, null, 2)}\n`;
  writeFileSync(path, text);
}

function nameOfProject(): string {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name?: string };
  return name ?? 'the project';
}

function versionOf(url: URL): string {
  return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
}

function refuseWithoutGit(option: string): never {
  const message = `\`${option}\` needs a git repository with a commit`;
  refuse('no-git', message, 'run: git init, and commit');
}
