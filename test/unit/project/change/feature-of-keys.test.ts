import { expect, it } from 'vitest';
import { withoutFeatures } from '../../../../src/project/change/feature-changes.js';
import { templates } from '../../../golden/example.js';
import { keyedApp } from '../../../support/keyed-app.js';
import { refusedProblems } from '../../../support/refused.js';

it('the package of keys stays while the service makes keys with it', async () => {
  const drop = async () => withoutFeatures(keyedApp(), templates(), ['uuid-keys']);
  expect(await refusedProblems(drop())).toMatchObject([
    { code: 'feature-brought', message: expect.stringContaining('`Ticket.id` needs it') },
  ]);
});
