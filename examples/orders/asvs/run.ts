/*
 * `npm run asvs`: starts the service as in production and prints, for each requirement of OWASP ASVS 5.0 level 1, and of level 2
 * for chapters 6 to 10, what was tried and what became of it. Numbers, as in `npm run asvs -- 6.4.3 8`, choose among them; with
 * `--json` it is one document. Ends with 1 where one fails.
 */
import { parseArgs } from 'node:util';
import { CHECKS } from './checks.js';
import { startMails } from './mails.js';
import { openProject } from './project.js';
import { startProviders } from './providers.js';
import { requirementsOf, type Requirement } from './requirements.js';
import { countsOf, printCounts, printLine, report, type Line } from './report.js';
import { startService } from './service.js';

const { values: options, positionals: numbers } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};

const requirements = chosen();
const project = openProject();
const providers = project.features.has('oidc') ? await startProviders() : undefined;
const mails = project.features.has('mail') ? await startMails() : undefined;
const service = await startService(project, { ...providers?.settings, ...mails?.settings }).catch(
  (error: Error) => fail(`the service does not start with asvs/settings.ts:\n${error.message}`),
);
try {
  const done = options.json ? undefined : (line: Line) => say(printLine(line));
  const lines = await report({ service, project, providers, mails }, CHECKS, {
    requirements,
    ...(done && { done }),
  });
  const counts = countsOf(lines);
  const document = { standard: 'OWASP ASVS 5.0', counts, requirements: lines };
  say(options.json ? JSON.stringify(document, null, 2) : `\n${printCounts(lines)}`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
} finally {
  await service.stop();
  await providers?.stop();
  await mails?.stop();
}

function chosen(): readonly Requirement[] {
  try {
    return requirementsOf(numbers);
  } catch (error) {
    return fail((error as Error).message);
  }
}
