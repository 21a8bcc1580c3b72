import { expect, it } from 'vitest';
import {
  isTold,
  SERVICE_TABLES,
} from '../../../../templates/features/privacy/engine/privacy/personal-tables.js';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { featuresIn } from '../../../../src/render/features.js';
import { templates } from '../../../golden/example.js';
import { openClinic } from './clinic.js';
import { tables } from './privacy-of.js';

const newDatabase = newFiles();
const OWN = featuresIn(templates()).flatMap((feature) => Object.entries(feature.tables));

it.each(OWN)('the table %s tells what it has of persons, by columns that it has', (name, spec) => {
  const table = tables.find((one) => one.table === name);
  expect(table && isTold(table), `"personal" of ${name} in its feature.json`).toBe(true);
  const columns = new Set(Object.keys(spec.columns));
  const named = (table!.rows ?? []).flatMap((rows) => {
    if ('record' in rows) return Object.values(rows.record) as string[];
    const by = ['user', 'name', 'text'].flatMap(
      (kind) => (rows as Record<string, unknown>)[kind] ?? [],
    );
    const { types: _, ...held } = 'held' in rows ? rows.held : {};
    const where = 'where' in rows ? Object.keys(rows.where ?? {}) : [];
    const erased = rows.erase === 'delete' ? [] : Object.keys(rows.erase);
    return [...(by as string[]), ...(Object.values(held) as string[]), ...where, ...erased];
  });
  expect([...named, ...(table!.secret ?? [])].filter((column) => !columns.has(column))).toEqual([]);
  // Rows are found and erased by their ids.
  if (table!.rows) expect(columns).toContain('id');
  for (const rows of table!.rows ?? [])
    if ('erase' in rows && rows.erase !== 'delete')
      for (const [column, value] of Object.entries(rows.erase))
        expect(value !== null || spec.columns[column]!.nullable === true, `${name}.${column}`).toBe(
          true,
        );
});

it('every table of a service is that of a model, of links, or tells what it has', async () => {
  const clinic = await openClinic(await newDatabase());
  const { entityMetadatas } = clinic.database.dataSource;
  const known = new Set([
    ...entityMetadatas.map(({ tableName }) => tableName),
    ...[...SERVICE_TABLES, ...tables].filter(isTold).map(({ table }) => table),
  ]);
  const all = await clinic.rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'trigram\\_%' ESCAPE '\\'`,
  );
  await clinic.close();
  expect(all.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});
