import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first; all others take less than a minute. */
const LONG = [
  'test/web/back-office.test.ts',
  'test/e2e/evolution/commands.test.ts',
  'test/e2e/evolution/loop.test.ts',
  'test/e2e/engine-tests.test.ts',
  'test/golden/examples-run.test.ts',
  'test/web/elsewhere.test.ts',
  'test/contract/start.test.ts',
  'test/web/lists.test.ts',
  'test/web/trade/trade.test.ts',
  'test/e2e/npm-start.test.ts',
  'test/e2e/readme.test.ts',
  'test/web/given-pages.test.ts',
  'test/contract/workers.test.ts',
  'test/contract/deployment.test.ts',
  'test/e2e/feature-tables.test.ts',
  'test/e2e/client.test.ts',
  'test/e2e/users.test.ts',
  'test/e2e/killed-workers.test.ts',
  'test/unit/cli/adopting.test.ts',
  'test/unit/render/odd-models.test.ts',
  'test/faults/postgres.test.ts',
  'test/faults/clients.test.ts',
];

/** Starts the long files of a group first, so that none begins where all others end, and a core would idle. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(relative(this.ctx.config.root, moduleId));
      return at < 0 ? LONG.length : at;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
