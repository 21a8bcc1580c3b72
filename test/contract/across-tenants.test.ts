import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mark, type Client, type Row } from './http.js';
import { OpenDocument, type RawDocument } from './open-document.js';
import { clientFor, onEachDatabase, usePrivate } from './use-service.js';

const PASSWORD = 'a password across tenants';

/** Roles that see every patient, and every note; nobody has the last of them. */
const withExceptions =
  (...roles: readonly string[]) =>
  (text: string): string =>
    text
      .replace('import {', 'import { allFor,')
      .replace("tenant('tenant_id')]", `tenant('tenant_id'), allFor('${roles.join("', '")}')]`);

/** Diaries that managers keep for others. */
const keptForOthers = (text: string): string =>
  text
    .replace('import {', 'import { allFor,')
    .replace(
      "owner('author_id')",
      "owner('author_id', { preset: false, byName: true }), allFor('Manager')",
    )
    .replace("author_id: { write: ['Admin'] }", '');

/** A role that the project defines. */
const withOwnRole = (text: string): string =>
  text
    .replace('import type {', 'import { defineRoles } from "#engine";\nimport type {')
    .replace(
      'Feature[] = [',
      "Feature[] = [defineRoles({ Office: { methods: 'write', about: 'Ours.' } }), ",
    );

onEachDatabase((database) => {
  const service = usePrivate({
    example: 'clinic',
    features: ['import'],
    database,
    env: { LOG_LEVEL: 'warn' },
    edits: {
      'src/models/patient/patient.access.ts': withExceptions('Admin', 'Auditor', 'Ghost'),
      'src/models/note/note.access.ts': withExceptions('Admin'),
      'src/models/diary/diary.access.ts': keptForOthers,
      'src/features.gen.ts': withOwnRole,
    },
  });

  let admin: Client;
  let [north, south] = [0, 0];
  let auditorRole: Row;
  /** Managers of a tenant each; an auditor of none, and one who is a manager of north beside it. */
  let [anna, bert, auditor, both] = [] as unknown as [Client, Client, Client, Client];
  beforeAll(async () => {
    admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
    north = (await admin.create('/tenant', { name: 'north' })).id;
    south = (await admin.create('/tenant', { name: 'south' })).id;
    await admin.create('/tenant', { name: 'closed', status: 'Inactive' });
    auditorRole = await admin.create('/role', { name: 'Auditor', allowed_methods: ['GET'] });
    const user = async (username: string, roles: string[], ...tenants: number[]) => {
      await admin.create('/user', { username, password: PASSWORD, roles, tenants });
      return clientFor(service.url, username, PASSWORD);
    };
    anna = await user('anna', ['Manager'], north);
    bert = await user('bert', ['Manager'], south);
    auditor = await user('auditor', ['Auditor']);
    both = await user('both', ['Auditor', 'Manager'], north);
  }, 120_000);

  const person = (more: object = {}) => ({
    number: mark(),
    first_name: 'F',
    last_name: 'L',
    ...more,
  });
  /** A patient of each tenant, found by their common first name. */
  async function twoPatients() {
    const first_name = mark();
    const ofNorth = await anna.create('/patient', person({ first_name }));
    const ofSouth = await bert.create('/patient', person({ first_name }));
    return { first_name, ofNorth, ofSouth, ids: [ofNorth.id, ofSouth.id] };
  }

  describe('an owner who is not preset', () => {
    const ask = (who: Client, body: object) => who.post('/auth/owner', body);
    const named = (name: string) => ({ model: 'diaries', field: 'author_id', name });

    test('is whom the writer names, or nobody', async () => {
      const nobodys = await anna.create('/diaries', { text: 'nobody yet' });
      expect(nobodys.author_id).toBeNull();
      const { body } = await anna.get('/auth/tenants');
      expect(body).toMatchObject({ by_name: { diaries: ['author_id'] } });
      expect((body as { filled: object }).filled).not.toHaveProperty('diaries');
      const found = await ask(anna, named('Auditor'));
      const document = new OpenDocument((await admin.get('/openapi.json')).body as RawDocument);
      expect(document.complaint('POST', '/auth/owner', found)).toBeNull();
      const { id } = found.body as { id: number };
      const made = await anna.create('/diaries', { text: 'for the auditor', author_id: id });
      expect((await auditor.get('/diaries')).ids).toEqual([made.id]);
    });

    test('is found by their name where the rule says so, by who may write the field', async () => {
      expectProblem(await ask(auditor, named('anna')), 403);
      expectProblem(await ask(anna, { ...named('bert'), field: 'doctor_id' }), 403);
      expectProblem(
        await ask(anna, { ...named('bert'), model: 'note', field: 'created_by_id' }),
        403,
      );
      expectProblem(await ask(anna, { ...named('bert'), model: 'nothing' }), 403);
      expectProblem(await ask(anna, { model: 'diaries', field: 'author_id' }), 422);
      expectProblem(await ask(anna, named('ber')), 404);
      const gone = { username: 'gone', password: PASSWORD, roles: ['Manager'], status: 'Inactive' };
      await admin.create('/user', gone);
      expectProblem(await ask(anna, named('gone')), 404);
    });

    test('is not to be guessed: names are limited', async () => {
      for (let at = 0; at < 60; at += 1)
        expect((await ask(bert, named(`n${at}`))).status).toBe(404);
      expectProblem(await ask(bert, named('anna')), 429);
      expect((await ask(anna, named('bert'))).status).toBe(200);
    });
  });

  describe('a role that sees every row', () => {
    test('finds them by every door, and is not told that there may be more', async () => {
      const { first_name, ofNorth, ofSouth, ids } = await twoPatients();
      const path = `/patient?first_name=${first_name}&_sort=id`;
      for (const [who, seen] of [[admin, ids], [auditor, ids], [both, ids], [anna, [ofNorth.id]]] as const) {
        const list = await who.get(path);
        expect(list.ids).toEqual(seen);
        expect(list.header('x-total-count')).toBe(String(seen.length));
        expect((await who.get(`/patient?q=${first_name}&_sort=id`)).ids).toEqual(seen);
        const groups = await who.get('/config/groups?by=patient.tenant_id');
        const tenants = (groups.body as Record<string, { value: number }[]>)['patient.tenant_id'];
        expect(tenants!.map(({ value }) => value).includes(south)).toBe(seen.length === 2);
        const { body } = await who.get(`/config/counts?models=patient&tenant=${south}`);
        expect((body as { patient: number }).patient > 0).toBe(seen.length === 2);
      } // prettier-ignore
      expect((await auditor.get('/patient?first_name=nobody')).header('x-rows')).toBe('');
      expect((await anna.get('/patient?first_name=nobody')).header('x-rows')).toBe('some');
      expect((await auditor.get(`/patient/${ofSouth.id}`)).status).toBe(200);
      expectProblem(await anna.get(`/patient/${ofSouth.id}`), 404);
    });

    test('follows rules as the parent’s, counts and expansions', async () => {
      const { ofSouth } = await twoPatients();
      const doctor = await bert.create('/doctor', { name: 'xx', email: `${mark()}@example.test` });
      const appointment = await bert.create('/appointment', {
        starts_at: '2031-01-01T10:00:00Z',
        patient_id: ofSouth.id,
        doctor_id: doctor.id,
      });
      // Whoever sees the patient sees the patient's appointments.
      const path = `/appointment/${appointment.id}?_expand=patient`;
      expect((await auditor.get(path)).body).toMatchObject({ patient: { id: ofSouth.id } });
      expectProblem(await anna.get(path), 404);
      const [counted] = await auditor.list(`/patient?id=${ofSouth.id}&_count=appointments,notes`);
      expect(counted).toMatchObject({ _count: { appointments: 1, notes: 0 } });
    });

    test('gives a record to any tenant, and has to name one', async () => {
      const number = mark();
      const nameless = expectProblem(await admin.post('/patient', person({ number })), 422);
      expect(Object.keys(nameless.errors!)).toEqual(['tenant_id']);
      expectProblem(await admin.post('/patient', person({ number, tenant_id: null })), 422);
      const nowhere = await admin.post('/patient', person({ number, tenant_id: 987_654 }));
      expect(expectProblem(nowhere, 422).errors!.tenant_id).toContain('that does not exist');

      const made = await admin.create('/patient', person({ number, tenant_id: north }));
      expect((await anna.get(`/patient/${made.id}`)).status).toBe(200);
      await admin.change(`/patient/${made.id}`, { tenant_id: south });
      expectProblem(await anna.get(`/patient/${made.id}`), 404);
      expect((await bert.get(`/patient/${made.id}`)).status).toBe(200);
      expectProblem(await admin.patch(`/patient/${made.id}`, { tenant_id: null }), 422);
      // What was read may be sent back, and an absent tenant stays.
      const read = await admin.read(`/patient/${made.id}`);
      expect((await admin.put(`/patient/${made.id}`, read)).status).toBe(200);
      const { tenant_id, ...without } = read;
      expect((await admin.put(`/patient/${made.id}`, without)).record.tenant_id).toBe(tenant_id);
      // Unique within the tenant, whoever writes.
      expectProblem(await admin.post('/patient', person({ number, tenant_id: south })), 409);
      expect((await admin.post('/patient', person({ number, tenant_id: north }))).status).toBe(201);
    });

    test('may leave the tenant out where there is another way to the record', async () => {
      const note = await admin.create('/note', { title: 'mine' });
      expect(note.tenant_id).toBeNull();
      const given = await admin.create('/note', { title: 'hers', tenant_id: north });
      expect((await anna.get(`/note/${given.id}`)).status).toBe(200);
    });

    test('takes along what it sees, where others are stopped by it', async () => {
      const { ofNorth } = await twoPatients();
      await admin.create('/note', { title: 'n', tenant_id: south, patient_id: ofNorth.id });
      const chief = { roles: ['Everything'], tenants: [north] };
      await admin.post('/role', { name: 'Everything', allowed_methods: ['GET', 'POST', 'DELETE'] });
      const username = mark();
      await admin.create('/user', { username, password: PASSWORD, ...chief });
      const everything = await clientFor(service.url, username, PASSWORD);
      expectProblem(await everything.delete(`/patient/${ofNorth.id}`), 409);
      expect((await admin.delete(`/patient/${ofNorth.id}`)).status).toBe(204);
    });

    test('is told of all active tenants', async () => {
      const told = async (who: Client) => {
        const { body } = await who.get('/auth/tenants');
        const { tenants, every_tenant } = body as { tenants: Row[]; every_tenant: string[] };
        return { names: tenants.map(({ name }) => name), every_tenant };
      };
      const all = ['north', 'south'];
      expect(await told(admin)).toEqual({ names: all, every_tenant: ['note', 'patient'] });
      expect(await told(both)).toEqual({ names: all, every_tenant: ['patient'] });
      expect(await told(anna)).toEqual({ names: ['north'], every_tenant: [] });
      const asked = await admin.get('/auth/role-permissions?role=Auditor&methods=GET');
      expect((asked.body as Record<string, { rows: unknown }>).patient!.rows).toBeNull();
    });
  });

  describe('a role beside another one', () => {
    test('lends it no rows', async () => {
      const { ofNorth, ofSouth } = await twoPatients();
      const { detail } = expectProblem(
        await both.patch(`/patient/${ofSouth.id}`, { last_name: 'x' }),
        403,
      );
      expect(detail).toBe('The role by which you see this patient record does not allow this.');
      expectProblem(await anna.patch(`/patient/${ofSouth.id}`, { last_name: 'x' }), 404);
      expectProblem(await both.patch('/patient/987654', { last_name: 'x' }), 404);
      expect((await both.patch(`/patient/${ofNorth.id}`, { last_name: 'x' })).status).toBe(200);
      expectProblem(await both.post('/patient', person({ tenant_id: south })), 422);
      // What a manager alone may not refer to is not there for the manager in somebody either.
      const foreign = await both.post('/note', { title: 'n', patient_id: ofSouth.id });
      expect(Object.keys(expectProblem(foreign, 422).errors!)).toEqual(['patient_id']);
      expectProblem(await auditor.post('/patient', person({ tenant_id: north })), 403);
    });

    test('that reads more does not change the tag of a record', async () => {
      const { ofNorth, ofSouth } = await twoPatients();
      const path = `/patient/${ofNorth.id}`;
      await admin.change(path, { relatives: [ofSouth.id] });
      expect((await anna.read(path)).relatives).toEqual([]);
      const read = await both.get(path);
      expect(read.record.relatives).toEqual([ofSouth.id]);
      const tag = read.header('etag');
      const changed = await both.patch(path, { last_name: 'y' }, { 'if-match': tag });
      expect(changed.status).toBe(200);
      expect((await both.get(path)).header('etag')).toBe(changed.header('etag'));
      // And may be sent back, but not be given to another record.
      expect((await both.put(path, changed.record)).record.relatives).toEqual([ofSouth.id]);
      const other = await anna.create('/patient', person());
      expectProblem(await both.patch(`/patient/${other.id}`, { relatives: [ofSouth.id] }), 422);
    });
  });

  describe('a reference to a record of another tenant, by somebody of both', () => {
    /** A note of north about a patient of south, whose name only south may know. */
    async function crossNote() {
      const secret = mark();
      const { ofNorth, ofSouth } = await twoPatients();
      await bert.change(`/patient/${ofSouth.id}`, { last_name: secret });
      const note = await admin.create('/note', {
        ...{ title: mark(), tenant_id: north, patient_id: ofSouth.id },
      });
      return { secret, note, ofNorth, ofSouth };
    }

    test('is its number to who may not see that record, by every door', async () => {
      const { secret, note, ofSouth } = await crossNote();
      const one = `/note/${note.id}`;
      const of = `title=${note.title as string}`;
      const answers = [
        await anna.get(`${one}?_expand=patient`),
        await anna.get(`/note?${of}&_expand=patient,tenant`),
        await anna.get(`/note/_aggregate?_by=patient_id&${of}`),
        await anna.get(`/config/groups?by=note.patient_id`),
        await anna.get(`/config/rows?ask=${encodeURIComponent(`note?${of}&_sort=patient_id`)}`),
        await anna.get(`/config/recent?models=note`),
        await anna.get(`/_export/note?${of}`),
      ];
      for (const answer of answers) {
        expect(answer.status, answer.text).toBe(200);
        expect(answer.text).not.toContain(secret);
      }
      expect(answers[0]!.body).toMatchObject({ patient_id: ofSouth.id, patient: null });
      expect(answers[1]!.rows).toMatchObject([{ patient_id: ofSouth.id, patient: null }]);
      expect(await anna.list(`/note?q=${secret}`)).toEqual([]);
      expect(await anna.list(`/patient?id=${ofSouth.id}`)).toEqual([]);
      expectProblem(await anna.get(`/patient/${ofSouth.id}`), 404);
    });

    test('stays when the record is written, and may be made by nobody else', async () => {
      const { note, ofNorth, ofSouth } = await crossNote();
      const path = `/note/${note.id}`;
      const read = await anna.read(path);
      expect((await anna.put(path, { ...read, title: mark() })).record.patient_id).toBe(ofSouth.id);
      expect((await anna.change(path, { title: mark() })).patient_id).toBe(ofSouth.id);
      await anna.change(path, { patient_id: ofNorth.id });
      expectProblem(await anna.patch(path, { patient_id: ofSouth.id }), 422);
    });

    test('is not counted among the records of the other tenant, and is told to it as hidden', async () => {
      const { secret, note, ofSouth } = await crossNote();
      const [patient] = await bert.list(`/patient?id=${ofSouth.id}&_count=notes`);
      expect(patient).toMatchObject({ last_name: secret, _count: { notes: 0 } });
      expect(await bert.list(`/note?patient_id=${ofSouth.id}`)).toEqual([]);
      expectProblem(await bert.get(`/note/${note.id}`), 404);
    });
  });

  test('a role that the project defines is there from the start, and cannot be deleted', async () => {
    const [office] = await admin.list('/role?name=Office');
    const allowed_methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'];
    expect(office).toMatchObject({ allowed_methods, description: 'Ours.', is_preset: true });
    expectProblem(await admin.delete(`/role/${office!.id}`), 409);
  });

  test('a name that no role has opens nothing, and the service says so at start', async () => {
    expect(service.service().output).toContain(
      'the role Ghost does not exist, but access rules name it (Patient): define it in src/roles.ts, or create it in the back-office (docs/users.md)',
    );
    const { ofSouth } = await twoPatients();
    await admin.change(`/role/${auditorRole.id}`, { name: 'Inspector' });
    expectProblem(await auditor.get(`/patient/${ofSouth.id}`), 404);
    await admin.change(`/role/${auditorRole.id}`, { name: 'Auditor' });
    expect((await auditor.get(`/patient/${ofSouth.id}`)).status).toBe(200);
  });
});
