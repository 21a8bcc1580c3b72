import { afterAll, beforeAll, expect, it } from 'vitest';
import { User } from '../../../../templates/service/src/models/user/user.model.js';
import { CANARY, Canaries, LOGIN } from './canaries.js';
import { Allergy, Bill, Contact, Letter, openClinic, Patient, Report, Visit } from './clinic.js';

type Clinic = Awaited<ReturnType<typeof openClinic>>;

/** What erasing a person does, on one kind of database. `contentOf` reads all that the database has, as it stands on the disk. */
export function describeErasing(
  createDatabase: () => Promise<string>,
  contentOf: (clinic: Clinic, url: string) => Promise<string>,
): void {
  let clinic: Clinic;
  let url: string;
  beforeAll(async () => {
    url = await createDatabase();
    clinic = await openClinic(url);
  });
  afterAll(() => clinic.close());

  let cards = 0;
  const patient = (values: object = {}) =>
    clinic.create(Patient, {
      name: 'Bob Somebody',
      card: `card-${cards++}`,
      born: '1980-02-03',
      ...values,
    });
  const login = async (username: string, values: object = {}) => {
    const user = { username, password: 'a long password', status: 'Active', ...values };
    return (await clinic.create(User, user)).id;
  };

  it('nothing has a person after they are erased, and everybody else is as before', async () => {
    const other = await login('bob', { email: 'bob@example.com' });
    const user = await login(LOGIN, { email: `${LOGIN}@example.com`, last_name: 'Zeisig-Canary' });
    const canaries = new Canaries(clinic.database, user, other);
    await canaries.fill();
    const others = await canaries.others();
    const { id } = await patient({ name: CANARY, phone: '0151 zeisig', ward: 'kept' });
    await clinic.create(Contact, { patient_id: id, text: 'zeisig at home' });
    const visit = await clinic.create(Visit, { patient_id: id, note: `${CANARY} has a cold` });
    const gone = await clinic.create(Visit, { patient_id: id, note: 'zeisig: cancelled' });
    await clinic.parts.engine.system(Visit).remove(gone.id);
    await clinic.create(Report, { visit_id: visit.id, text: 'zeisig is well' });
    expect((await contentOf(clinic, url)).toLowerCase()).toContain('zeisig');

    await clinic.erase(`Patient ${id}`);
    await clinic.erase(`User ${LOGIN}`);
    expect((await contentOf(clinic, url)).toLowerCase()).not.toContain('zeisig');
    expect(await canaries.others()).toEqual(others);
    expect(await clinic.rows(`SELECT * FROM report`)).toEqual([]);
    expect(await clinic.rows(`SELECT ward FROM patient WHERE id = ${id}`)).toEqual([
      { ward: 'kept' },
    ]);
    expect(await clinic.places(`Patient ${id}`)).toEqual([]);
    expect(await clinic.places(`User ${user}`)).toEqual([]);
  });

  it('each field goes in its way, and so do links and lines', async () => {
    const nuts = await clinic.create(Allergy, { name: 'nuts' });
    const { id } = await patient({ phone: '1', insurance: 'K-1', allergies: [nuts.id] });
    await clinic.create(Contact, { patient_id: id, text: 'her sister' });
    await clinic.create(Bill, { patient_id: id, total: 5 });
    expect((await clinic.places(`patient ${id}`)).toSorted()).toEqual([
      'Bill.patient_id 1 kept: tax law, 10 years',
      'contact 1 deleted',
      'patient 1 insurance kept: tax law, 10 years',
      'patient 1 phone emptied; name, card, born replaced',
      'patient_allergies 1 removed',
      'record_change 1 deleted',
      'record_change 1 values taken out',
    ]);
    await clinic.erase(`Patient ${id}`);
    const [row] = await clinic.rows(`SELECT * FROM patient WHERE id = ${id}`);
    const name = 'erased';
    expect(row).toMatchObject({ name, card: `erased-${id}`, phone: null, insurance: 'K-1' });
    const read = await clinic.parts.engine.system(Patient).get(id);
    expect(read).toMatchObject({ born: '1900-01-01', allergies: [] });
    expect((await clinic.rows(`SELECT * FROM bill WHERE patient_id = ${id}`)).length).toBe(1);
    const [told] = await clinic.rows<{ changes: string }>(
      `SELECT changes FROM record_change WHERE model = 'patient' AND "key" = '${id}'`,
    );
    expect(JSON.parse(told!.changes)).toEqual({
      ...{ name: [], card: [], phone: [], born: [], allergies: [] },
      insurance: [null, 'K-1'],
    });
  });

  it('a user who is only named is emptied, and what others say stays', async () => {
    const doctor = await login('doctor.grey');
    const { id } = await patient();
    const visit = await clinic.create(Visit, { patient_id: id, doctor_id: doctor, note: 'cold' });
    await clinic.erase('User doctor.grey');
    const [row] = await clinic.rows(`SELECT * FROM visit WHERE id = ${visit.id}`);
    expect(row).toMatchObject({ doctor_id: null, note: 'cold' });
    const [user] = await clinic.rows(`SELECT * FROM auth_user WHERE id = ${doctor}`);
    const username = `erased-${doctor}`;
    expect(user).toMatchObject({ username, username_key: username, status: 'Inactive' });
    const told = await clinic.rows<{ changes: string }>(
      `SELECT changes FROM record_change WHERE model = 'visit' AND "key" = '${visit.id}'`,
    );
    expect(told.map(({ changes }) => JSON.parse(changes) as unknown)).toEqual([
      { patient_id: [null, id], doctor_id: [], note: [null, 'cold'] },
    ]);
  });

  it('the last Admin stays', async () => {
    await expect(clinic.erase('User admin')).rejects.toMatchObject({
      reasons: ['nobody would be an Admin any more: make somebody else one first'],
    });
    expect((await clinic.rows(`SELECT 1 FROM auth_user WHERE username = 'admin'`)).length).toBe(1);
  });

  it('rows that may be about the person keep them from being erased until their reference says so', async () => {
    const { id } = await patient();
    await clinic.create(Letter, { patient_id: id, text: 'Dear Bob' });
    await expect(clinic.erase(`Patient ${id}`)).rejects.toMatchObject({
      reasons: [expect.stringMatching(/^Letter\.patient_id does not say whether/)],
    });
    expect(await clinic.rows(`SELECT name FROM patient WHERE id = ${id}`)).toEqual([
      { name: 'Bob Somebody' },
    ]);
  });

  it('what a deleted record has left elsewhere is found by its id', async () => {
    const { id } = await patient({ name: 'Carl Departed' });
    const { engine } = clinic.parts;
    await engine.system(Patient).remove(id);
    await clinic.rows(`SELECT 1`);
    expect(await clinic.places(`Patient ${id}`)).toEqual(['record_change 2 deleted']);
    await clinic.erase(`Patient ${id}`);
    expect(await clinic.places(`Patient ${id}`)).toEqual([]);
  });

  it('an export has whole records about the person, ids of others, and no secrets', async () => {
    const user = await login('erin.export');
    const { id } = await patient({ name: 'Erin Export' });
    await clinic.create(Visit, { patient_id: id, doctor_id: user, note: 'fine' });
    const { records, tables } = await clinic.export(`Patient ${id}`);
    expect(records).toMatchObject({
      Patient: [{ id, name: 'Erin Export', allergies: [] }],
      Visit: [{ patient_id: id, note: 'fine' }],
    });
    expect(Object.keys(tables)).toEqual(['record_change']);
    const named = await clinic.export(`User ${user}`);
    expect(named.records['Visit']).toEqual([{ id: expect.any(Number), doctor_id: user }]);
    expect(JSON.stringify(named)).not.toContain('password');
  });
}
