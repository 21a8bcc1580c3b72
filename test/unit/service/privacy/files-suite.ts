import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPractice } from './practice.js';

type Practice = Awaited<ReturnType<typeof openPractice>>;

/** What becomes of the files of a person, and of their records in the trash, on one kind of database. */
export function describeFiles(createDatabase: () => Promise<string>): void {
  let practice: Practice;
  let ann: Awaited<ReturnType<Practice['userOf']>>;
  beforeAll(async () => {
    practice = await openPractice(await createDatabase());
    ann = await practice.userOf('ann.clerk', 'Admin', 'north');
  }, 60_000);
  afterAll(() => practice.close());

  const make = async (path: string, values: object, user = ann) => {
    const { status, body } = await user.ask('POST', path, values);
    expect(status, JSON.stringify(body)).toBe(201);
    return body as { id: number };
  };
  const change = async (path: string, values: object) =>
    expect((await ann.ask('PATCH', path, values)).status).toBe(200);
  const texts = () => [...practice.contents().values()].sort();
  const all = async () =>
    JSON.stringify([
      [...practice.contents()],
      ...(await Promise.all(
        ['client', 'paper', 'stored_file', 'trash_entry'].map((table) =>
          practice.rows(`SELECT * FROM ${table}`),
        ),
      )),
    ]);

  it('personal files go with their bytes, former ones too; others stay', async () => {
    const upload = (place: string, text: string) => practice.uploaded(ann, place, text);
    const other = await make('/client', {
      name: 'Bob Somebody',
      passport: await upload('client.passport', 'bob passport'),
    });
    const { id } = await make('/client', {
      name: 'Zoe Canary',
      passport: await upload('client.passport', 'canary former'),
      contract: await upload('client.contract', 'her contract'),
      leaflet: await upload('client.leaflet', 'a leaflet'),
    });
    await change(`/client/${id}`, { passport: await upload('client.passport', 'canary passport') });
    const scan = await upload('paper.scan', 'canary scan');
    const paper = await make('/paper', { client_id: id, scan });
    expect((await ann.ask('DELETE', `/paper/${paper.id}`)).status).toBe(204);
    const waiting = await upload('client.leaflet', 'waiting');
    expect((await practice.places(`Client ${id}`)).sort()).toEqual([
      'client 1 contract kept: tax law, 10 years',
      'client 1 passport emptied; name replaced',
      'paper 1 deleted',
      'stored_file 3 deleted',
      'trash_entry 1 deleted',
    ]);

    await practice.erase(`Client ${id}`);
    expect(texts()).toEqual(['a leaflet', 'bob passport', 'her contract', 'waiting']);
    expect((await all()).toLowerCase()).not.toContain('canary');
    expect(await practice.rows('SELECT * FROM paper')).toEqual([]);
    expect(await practice.rows('SELECT * FROM trash_entry')).toEqual([]);
    expect(await practice.places(`Client ${id}`)).toEqual([
      'client 1 contract kept: tax law, 10 years',
    ]);
    const { body } = await ann.ask('GET', `/client/${other.id}`);
    expect(body.passport).toMatchObject({ name: 'bob passport.txt' });
    const left = await make('/client', { name: 'Late', leaflet: waiting });
    expect((await ann.ask('DELETE', `/client/${left.id}`)).status).toBe(204);
  });

  it('a record in the trash is erased, and stays there without its files', async () => {
    const passport = await practice.uploaded(ann, 'client.passport', 'canary in the trash');
    const { id } = await make('/client', { name: 'Yan Canary', passport });
    expect((await ann.ask('DELETE', `/client/${id}`)).status).toBe(204);
    await practice.erase(`Client ${id}`);
    const [row] = await practice.rows(`SELECT * FROM client WHERE id = ${id}`);
    expect(row).toMatchObject({ name: 'erased', passport: null });
    expect(row!['deleted_at']).not.toBeNull();
    expect(
      await practice.rows(
        `SELECT actor FROM trash_entry WHERE model = 'Client' AND "key" = '${id}'`,
      ),
    ).toEqual([{ actor: 'ann.clerk' }]);
    expect((await all()).toLowerCase()).not.toContain('canary');
  });

  it('of a user nothing waits any more, and their name is not told; what records have stays', async () => {
    const eve = await practice.userOf('eve.canary', 'Admin', 'south');
    const leaflet = await practice.uploaded(eve, 'client.leaflet', 'leaflet by eve');
    const { id } = await make('/client', { name: 'Of Eve', leaflet }, eve);
    await practice.uploaded(eve, 'client.leaflet', 'canary waits');
    await eve.ask('DELETE', `/client/${id}`);
    const places = await practice.places(`User ${eve.id}`);
    expect(places).toEqual(
      expect.arrayContaining([
        'stored_file 1 deleted',
        'stored_file 1 uploader cleared',
        'trash_entry 1 actor_id, actor cleared',
      ]),
    );
    await practice.erase(`User ${eve.id}`);
    expect(texts()).toContain('leaflet by eve');
    expect((await all()).toLowerCase()).not.toContain('canary');
    expect(await practice.rows(`SELECT 1 FROM stored_file WHERE uploader = ${eve.id}`)).toEqual([]);
  });

  it('an export has the files, also those that are kept', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'privacy-export-')), 'person');
    const upload = (place: string, text = 'same') => practice.uploaded(ann, place, text);
    const [passport, contract] = [await upload('client.passport'), await upload('client.contract')];
    const { id } = await make('/client', { name: 'Xaver Export', passport, contract });
    const gone = await upload('paper.scan', 'gone');
    await make('/paper', { client_id: id, scan: gone });
    await rm(join(practice.folder, gone.id.slice(0, 2), gone.id));
    await practice.exportTo(folder, `Client ${id}`);
    const { files } = JSON.parse(readFileSync(join(folder, 'person.json'), 'utf8')) as {
      files: Record<string, string | null>;
    };
    expect(readdirSync(join(folder, 'files')).sort()).toEqual(['same-2.txt', 'same.txt']);
    expect(Object.keys(files).sort()).toEqual([passport.id, contract.id, gone.id].sort());
    expect(files[gone.id]).toBeNull();
    expect(readFileSync(join(folder, files[passport.id]!), 'utf8')).toBe('same');
    expect(statSync(join(folder, files[passport.id]!)).mode & 0o077).toBe(0);
  });

  it('bytes that cannot be removed now are told of, and go later', async () => {
    const passport = await practice.uploaded(ann, 'client.passport', 'canary stays');
    const { id } = await make('/client', { name: 'Wim Locked', passport });
    const place = join(practice.folder, passport.id.slice(0, 2), passport.id);
    // What is no file cannot be removed as one.
    await rm(place);
    await mkdir(place);
    await writeFile(join(place, 'in the way'), '');
    const left = await practice.erase(`Client ${id}`);
    expect(left[0]).toMatch(/^what stored_file has outside of the database, until the service/);
    expect(await practice.rows(`SELECT name FROM stored_file WHERE id = '${passport.id}'`)).toEqual(
      [{ name: 'erased' }],
    );
    await rm(place, { recursive: true });
  });
}
