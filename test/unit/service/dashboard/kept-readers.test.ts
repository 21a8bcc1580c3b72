import { expect, test } from 'vitest';
import {
  openLibrary,
  admin,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { Person } from '../../../../templates/features/engine-tests/engine/test/fixtures/library.js';
import { rows } from '../../../../templates/features/dashboard/engine/records/overview.js';

test('readers of chosen fields are kept as those that a list chooses: not for ever', async () => {
  const { database, engine } = await openLibrary();
  await engine.system(Person).create({ name: 'Ann', salary: 5 });
  const scope = engine.scope(admin)(Person);
  const made = new Set<string>();
  const { reader } = scope.core;
  const core = {
    ...scope.core,
    reader: (model: never, grant: { readableKey: string; shown?: unknown }) => {
      if (!grant.shown) made.add(grant.readableKey);
      return reader(model, grant as never);
    },
  };
  for (const _fields of ['salary', 'salary,salary', 'salary,email', 'email,salary'])
    expect(await rows({ ...scope, core } as never, { _fields })).toEqual([
      expect.objectContaining({ _label: 'Ann', salary: 5 }),
    ]);
  await database.close();
  expect([...made]).toEqual([]);
});
