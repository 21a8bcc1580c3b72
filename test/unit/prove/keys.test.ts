import { expect, it } from 'vitest';
import { openKeys } from '../../../templates/features/engine-tests/engine/test/fixtures/keys.js';
import { plainModels } from '../../../templates/tools/prove/naive/project-rules.js';

it('a proof refuses models whose keys are not integer ids', async () => {
  const { engine, database } = await openKeys('sqlite::memory:');
  const refused = engine.models.flatMap((model) => {
    try {
      plainModels([model]);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  await database.close();
  const saying = (key: string) => `${key}; proofs need integer ids of the database`;
  expect(refused).toContain(saying('Country has the key code (string)'));
  expect(refused).toContain(saying('Film has the key film_id (integer)'));
  expect(refused).toContain(saying('Badge has the key id (uuid)'));
  expect(refused).toContain(saying('Shelf has the key id (integer)'));
});
