import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first; all others take less than a minute. */
const LONG = [
  'test/web/back-office.test.ts',
  'test/golden/examples-run.test.ts',
  'test/e2e/schemas/musicbrainz.test.ts',
  'test/e2e/schemas/adventureworks.test.ts',
  'test/e2e/schemas/openstreetmap.test.ts',
  'test/e2e/engine-tests.test.ts',
  'test/web/elsewhere.test.ts',
  'test/e2e/site.test.ts',
  'test/unit/cli/adopting.test.ts',
  'test/e2e/evolution/commands.test.ts',
  'test/e2e/npm-start.test.ts',
  'test/e2e/evolution/loop.test.ts',
  'test/e2e/made-up-specs.test.ts',
  'test/e2e/client.test.ts',
  'test/e2e/schemas/chinook.test.ts',
  'test/web/session-cookie.test.ts',
  'test/web/lines.test.ts',
  'test/web/lists.test.ts',
  'test/contract/start.test.ts',
  'test/property/doors.test.ts',
  'test/web/trade/trade.test.ts',
  'test/e2e/evolution/branches.test.ts',
  'test/contract/deployment.test.ts',
  'test/web/given-pages.test.ts',
  'test/contract/workers.test.ts',
  'test/contract/import.test.ts',
  'test/e2e/asvs.test.ts',
  'test/web/field-rules.test.ts',
  'test/e2e/readme.test.ts',
  'test/web/accounts.test.ts',
  'test/e2e/evolution/borrowed-names.test.ts',
  'test/web/oidc.test.ts',
  'test/unit/service/records/postgres.test.ts',
  'test/property/evolution.test.ts',
  'test/e2e/users.test.ts',
  'test/e2e/command-line.test.ts',
  'test/faults/postgres.test.ts',
  'test/faults/clients.test.ts',
  'templates/features/engine-tests/engine/test/records/sqlite.test.ts',
  'templates/features/lines/engine/test/lines/sqlite.test.ts',
];
/** The projects of vitest (vitest.config.ts), those of short files last. */
const PROJECTS = ['e2e', 'contract', 'generator', 'engine', 'service'];

/**
 * Starts the long files of a group first, so that none begins where all others end, and a core would idle. The others come by
 * their project: a process takes the next file of the same one, with what it has loaded, and is replaced for one of another.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const at = LONG.indexOf(relative(this.ctx.config.root, moduleId));
      return at < 0 ? LONG.length + PROJECTS.indexOf(project.name) : at;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
