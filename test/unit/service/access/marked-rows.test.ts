import { expect, test } from 'vitest';
import { recordLines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { sums } from '../../../../templates/features/sums/engine/sums/sums-feature.js';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { custom, defineAccess } from '../../../../templates/service/engine/model/access-rules.js';
import {
  ROLES,
  admin,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import {
  CreateDoors20260101000000,
  Item,
  Mark,
  Person,
  Remark,
  Team,
} from '../../../property/doors-models.js';

const OTHERS: readonly (new () => object)[] = [Team, Mark, Person, Remark];

test('a row that is only marked as deleted is no reason to show another', async () => {
  const opened = custom<Item>((_user, where) => where.children('remarks'));
  const entities = [Item, ...OTHERS];
  const database = await openDatabase('sqlite::memory:', entities, [CreateDoors20260101000000]);
  try {
    await migrate(database);
    const engine = createEngine({
      database,
      lines: recordLines,
      totals: sums.totals!,
      modules: [
        { entity: Item, access: defineAccess<Item>({ rows: [opened] }) },
        ...OTHERS.map((entity) => ({ entity, access: defineAccess({}) })),
      ],
      roles: () => ROLES,
      searchedFields: () => [],
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
    const item = await engine.system(Item).create({ title: 'i' });
    const remark = await engine.system(Remark).create({ text: 'r', item_id: item.id });
    expect(await engine.as(admin)(Item).count()).toBe(1);
    await engine.system(Remark).remove(remark.id);
    expect(await engine.as(admin)(Item).count()).toBe(0);
  } finally {
    await database.close();
  }
});
