import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProveReport } from '../../templates/tools/prove/report/report.js';
import { startPostgres } from '../support/postgres.js';
import { crudgen, edit, makeFolder, tryCrudgen } from './evolution/project.js';

/** A key of each kind, and rules of rows that lead to rows by such keys, and by unique fields. */
const SPEC = `models:
  Country:
    fields: { code: string=2:key, iso: string=3:required:unique, prefix: integer:unique, name: string:required }
  Film:
    fields: { film_id: integer:key=generated, title: string:required }
  Label:
    fields: { id: bigint, name: string:required:unique }
  Note:
    rows: { owner: author }
    fields:
      ref: uuid:key
      slug: string=40:required:unique
      text: string:required
      author: ref=User
      country: ref=Country
      film: ref=Film
      labels: refs=Label
  City:
    fields: { name: string:required, country: ref=Country:required:to=iso:on_delete=cascade }
  Line:
    fields: { name: string:required, country: ref=Country:to=prefix:unique }
  Comment:
    rows: { as: note }
    fields: { note: ref=Note:required:to=slug:as=comments, text: string:required }
  Reply:
    rows: { as: note }
    fields: { uid: uuid=v4:key=generated, note: ref=Note:required:as=replies, text: string:required }
  Mark:
    rows: { as: note }
    fields: { note: ref=Note:key:as=marks, place: integer:key, text: string }
  Vote:
    rows: { owner: voter }
    fields: { country: ref=Country:key, voter: ref=User:key, on: date:key, stars: integer }
  Parcel:
    rows: { owner: keeper }
    fields: { id: public, text: string:required, keeper: ref=User, within: ref=Parcel:as=contents, labels: refs=Label }
  Seal:
    rows: { as: parcel }
    fields: { id: public, parcel: ref=Parcel:required:as=seals, text: string:required }
  Slot:
    rows: { tenant: tenant }
    fields: { tenant: ref=Tenant:key, code: string=20:key, size: 'decimal=8,2:key', amount: integer }
`;
const MINUTE = 60_000;

let folder: string;
let project: string;

async function prove(...more: readonly string[]): Promise<ProveReport & { status: number }> {
  const { status, stdout } = await tryCrudgen(project, 'access', 'prove', '--json', ...more);
  return { ...(JSON.parse(stdout) as ProveReport), status: status! };
}

beforeAll(async () => {
  folder = makeFolder('access-prove-keys');
  project = join(folder, 'notes');
  writeFileSync(join(folder, 'models.yaml'), SPEC);
  await crudgen(folder, 'init', 'notes', '--models', 'models.yaml', '--no-install', '--no-git');
}, 2 * MINUTE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'a proof finds nothing in a project whose keys are of every kind',
  async () => {
    const { status, faults, doors } = await prove();
    expect({ status, faults }).toEqual({ status: 0, faults: [] });
    for (const name of ['list', 'get', 'many by ids', 'create', 'patch', 'delete', 'batch']) {
      const { questions, refused, models } = doors.find(({ door }) => door === name)!;
      expect(questions, name).toBeGreaterThan(refused);
      expect(models, name).toEqual(
        expect.arrayContaining([
          ...['Comment', 'Country', 'Mark', 'Note', 'Parcel', 'Reply', 'Seal', 'Slot'],
        ]),
      );
    }
  },
  8 * MINUTE,
);

it(
  'a proof finds nothing there on PostgreSQL',
  async () => {
    const postgres = await startPostgres();
    // The command has the settings of the project.
    writeFileSync(join(project, '.env'), `TEST_DATABASE_URL=${await postgres.createDatabase()}\n`);
    const { status, faults, database, doors } = await prove('--postgres');
    await postgres.stop();
    expect({ status, faults, database }).toEqual({ status: 0, faults: [], database: 'postgres' });
    expect(doors.find(({ door }) => door === 'patch')!.questions).toBeGreaterThan(0);
  },
  8 * MINUTE,
);

it(
  'a proof finds that a note is open to the next user',
  async () => {
    edit(project, 'engine/access/row-rules.ts', (text) =>
      text.replace(
        "return { op: 'eq', field: rule.field, value: user.id };",
        "return { op: 'in', field: rule.field, values: [user.id, user.id + 1] };",
      ),
    );
    const { status, faults } = await prove();
    expect(status).toBe(1);
    // Of the first model with faults come so many that no other is asked.
    const found = new Set(faults.map(({ model }) => model));
    expect(found.size).toBeGreaterThan(0);
    expect(['Comment', 'Mark', 'Note', 'Reply', 'Vote']).toEqual(
      expect.arrayContaining([...found]),
    );
  },
  8 * MINUTE,
);
