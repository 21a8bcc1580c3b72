import { afterAll } from 'vitest';
import { describeBaseline } from '../../../../templates/features/baseline/engine/test/baseline/baseline-suite.js';
import { describeCaselessKeys } from '../../../../templates/features/baseline/engine/test/baseline/caseless-keys-suite.js';
import { describeForeignCatalog } from '../../../../templates/features/baseline/engine/test/baseline/foreign-catalog-suite.js';
import { describePulled } from '../../../../templates/features/baseline/engine/test/baseline/pulled-suite.js';
import { describeWideNumbers } from '../../../../templates/features/baseline/engine/test/baseline/wide-numbers-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeBaseline('postgres', () => server.createDatabase());
describeForeignCatalog('postgres', () => server.createDatabase());
describePulled('postgres', () => server.createDatabase());
describeCaselessKeys('postgres', () => server.createDatabase());
describeWideNumbers(() => server.createDatabase());
