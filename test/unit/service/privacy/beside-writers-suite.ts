import { afterAll, beforeAll, expect, it } from 'vitest';
import { CANARY } from './canaries.js';
import { Contact, openClinic, Patient } from './clinic.js';
import { openPractice } from './practice.js';
import { startWriter } from './start-writer.js';

type Clinic = Awaited<ReturnType<typeof openClinic>>;

/** What an erasure says of what others go on to write. */
const WRITTEN = /^what others have written to /;

/** Erases persons of whom another process writes at the same time, on one kind of database. */
export function describeBesideWriters(
  createDatabase: () => Promise<string>,
  contentOf: (clinic: Clinic, url: string) => Promise<string>,
): void {
  let url: string;
  let clinic: Clinic;
  beforeAll(async () => {
    url = await createDatabase();
    clinic = await openClinic(url);
  });
  afterAll(() => clinic.close());

  it('what others write of a person while they are erased is erased, or told', async () => {
    const { id } = await clinic.create(Patient, { name: CANARY, card: 'z', born: '1980-02-03' });
    await clinic.create(Contact, { patient_id: id, text: 'zeisig at home' });
    const writer = startWriter('clinic', url, String(id));
    await expect.poll(writer.turns, { timeout: 60_000 }).toBeGreaterThan(4);
    const left = await clinic.erase(`Patient ${id}`);
    const turns = writer.turns();
    expect(await writer.over()).toBeNull();
    expect(turns).toBeGreaterThan(4);
    if (left.some((one) => WRITTEN.test(one))) expect(turns).toBeGreaterThan(5);
    const again = await clinic.erase(`Patient ${id}`);
    expect(again.filter((one) => WRITTEN.test(one))).toEqual([]);
    expect((await contentOf(clinic, url)).toLowerCase()).not.toContain('zeisig');
  });

  it('files, uploads and records that come back from the trash are among it', async () => {
    const place = await createDatabase();
    const practice = await openPractice(place);
    const ann = await practice.userOf('ann.clerk', 'Admin', 'north');
    const { body } = await ann.ask('POST', '/client', { name: 'Zoe Canary' });
    const name = `Client ${body.id}`;
    const writer = startWriter('practice', place, String(body.id), practice.folder);
    await expect.poll(writer.turns, { timeout: 60_000 }).toBeGreaterThan(4);
    await practice.erase(name);
    expect(await writer.over()).toBeNull();
    const again = await practice.erase(name);
    expect(again.filter((one) => WRITTEN.test(one))).toEqual([]);
    const places = (await practice.places(name)).filter((one) => !one.includes('kept'));
    expect(places).toEqual([]);
    expect(await practice.rows(`SELECT id FROM stored_file WHERE state = 'kept'`)).toEqual([]);
    const rows = await Promise.all(
      ['client', 'paper', 'trash_entry'].map((table) => practice.rows(`SELECT * FROM ${table}`)),
    );
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('canary');
    await practice.close();
  });
}
