/*
 * `npm run asvs`: starts the service as in production and prints, for each requirement of OWASP ASVS 5.0 level 1, and of level 2
 * for chapters 6 to 10, what was tried and what became of it. With `--json` one document. Ends with 1 where one fails.
 */
import { parseArgs } from 'node:util';
import { CHECKS } from './checks.js';
import { openProject } from './project.js';
import { startProviders } from './providers.js';
import { countsOf, printCounts, printLine, report } from './report.js';
import { startService } from './service.js';

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const project = openProject();
const providers = project.features.has('oidc') ? await startProviders() : undefined;
const service = await startService(project, providers?.settings).catch((error: Error) => {
  process.stderr.write(`the service does not start with asvs/settings.ts:\n${error.message}\n`);
  process.exit(2);
});
try {
  const done = options.json
    ? undefined
    : (line: Parameters<typeof printLine>[0]) => say(printLine(line));
  const lines = await report({ service, project, providers }, CHECKS, done);
  if (options.json)
    say(
      JSON.stringify(
        { standard: 'OWASP ASVS 5.0', counts: countsOf(lines), requirements: lines },
        null,
        2,
      ),
    );
  else say(`\n${printCounts(lines)}`);
  process.exitCode = countsOf(lines).failed > 0 ? 1 : 0;
} finally {
  await service.stop();
  await providers?.stop();
}
