import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lintDocument } from '../support/lint-document.js';
import { seedFrom } from '../support/seed.js';
import { makeEveryType } from './every-type.js';
import { launchService, ADMIN, type Service } from './harness.js';
import { json, type Answer, type Client } from './http.js';
import { OpenDocument, type Parameter, type RawDocument, type Schema } from './open-document.js';
import { clientFor, clientOf, freshDatabase, onEachDatabase } from './use-service.js';
import { KNOWN_IDS, mutantsOf, valuesOf, wrongTexts } from './values-of-schema.js';

/*
 * A document is a promise: what it allows is taken, what it forbids is refused, and every answer is one that it tells.
 * Requests are made from it alone, over a project with every type. A failure names its seed: DOCUMENT_SEED=<seed>.
 */
const SEED = seedFrom('DOCUMENT_SEED');
const PATHS = ['/tag', '/thing', '/notes'];

/** What no schema can say: whether a row is there, and whose it is. */
const RULES = ['reference', 'cycle'];

interface Reader {
  readonly client: Client;
  readonly document: OpenDocument;
}

const documentOf = async (client: Client) =>
  new OpenDocument((await client.get('/openapi.json')).body as RawDocument);

const check = (answer: Answer, method: string, path: string, { document }: Reader): Answer => {
  expect(document.complaint(method, path, answer)).toBeNull();
  return answer;
};

/** Sends what the document allows: only a rule that no schema can say may stand against it. */
async function take(
  reader: Reader,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: unknown,
  id?: number,
): Promise<Answer> {
  const answer = await reader.client.send(method, id ? path.replace('{id}', `${id}`) : path, {
    body,
  });
  check(answer, method, path, reader);
  const { problems = [] } = (answer.status >= 400 ? answer.body : {}) as {
    problems?: { code: string }[];
  };
  const byRule =
    answer.status === 403 || answer.status === 404 || answer.status === 409
      ? path.startsWith('/notes') || answer.status === 409
      : answer.status === 422 && problems.every(({ code }) => RULES.includes(code));
  const taken = answer.status < 300 || byRule;
  expect(taken, `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${answer.text}`).toBe(
    true,
  );
  return answer;
}

/** Of one record, where the document has one or several of them. */
const bodyOf = (method: string, path: string, reader: Reader): Schema =>
  wholeBodyOf(method, path, reader).anyOf?.[0] ?? wholeBodyOf(method, path, reader);

const wholeBodyOf = (method: string, path: string, { document }: Reader) =>
  document.operation(method, path).requestBody!.content['application/json']!.schema as Schema & {
    readonly anyOf?: readonly Schema[];
  };

/** A query string as the document says that this value of a parameter is written. */
function written({ name, explode, content }: Parameter, value: unknown): string {
  const pair = (text: unknown) => `${name}=${encodeURIComponent(String(text))}`;
  if (content) return pair(JSON.stringify(value));
  if (!Array.isArray(value)) return pair(value);
  if (value.length === 0) return '';
  return explode === false ? pair(value.join(',')) : value.map(pair).join('&');
}

const schemaOf = ({ schema, content }: Parameter): Schema =>
  schema ?? content!['application/json']!.schema;

/** What they may be depends on another parameter, `_start`, `_sort`, or on a page. */
const DEPENDENT = ['_end', '_after', '_order'];

const parametersOf = (path: string, { document }: Reader, dependent = false) =>
  document
    .operation('GET', path)
    .parameters!.filter(({ name }) => DEPENDENT.includes(name) === dependent);

async function startEveryType(databaseUrl: string): Promise<Service> {
  const folder = makeEveryType();
  return (await launchService({ example: 'clinic', folder, databaseUrl })).ready();
}

onEachDatabase((database) => {
  let service: Service;
  const readers: Reader[] = [];
  const everybody = (work: (reader: Reader) => Promise<void>) => async () => {
    for (const reader of readers) await work(reader);
  };

  beforeAll(async () => {
    service = await startEveryType(await freshDatabase(database));
    const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
    for (const id of KNOWN_IDS) {
      await admin.create('/tenant', { name: `tenant ${id}` });
      await admin.create('/tag', { name: `tag ${id}` });
      const profile = {
        username: `user ${id}`,
        email: `user${id}@example.test`,
        password: PASSWORD,
      };
      await admin.create('/user', { ...profile, roles: ['Manager'], tenants: [1] });
    }
    const manager = await clientFor(service.url, 'user 1', PASSWORD);
    for (const client of [admin, manager]) {
      const document = await documentOf(client);
      readers.push({ client, document });
    }
    const [{ document }] = readers as [Reader];
    const things = valuesOf(bodyOf('POST', '/thing', { client: admin, document }), document);
    const samples = fc.sample(things, { seed: SEED, numRuns: KNOWN_IDS.length });
    for (const [index, id] of KNOWN_IDS.entries()) {
      // A code is unique: two that are made up may be the same one.
      const alone = { parent_id: null, friends: [], reviewer_id: null, needed_tag_id: 1 };
      const thing = { ...(samples[index] as object), ...alone, code: `code ${id}` };
      await admin.create('/thing', thing);
      await admin.create('/notes', { text: 'a note' });
    }
  }, 120_000);
  afterAll(() => service.dispose());

  // What no database has a say in is looked at once.
  const once = test.runIf(database === 'sqlite');

  once(
    'the document passes the rules of Spectral and OWASP, but for the named exceptions',
    async () => {
      const [{ document }] = readers as [Reader];
      expect(await lintDocument(JSON.stringify(document.raw))).toEqual([]);
    },
  );

  test(
    'bodies that the document allows are taken, and come back',
    everybody(async (reader) => {
      const { client, document } = reader;
      for (const path of PATHS) {
        const one = `${path}/{id}`;
        const bodies = fc.tuple(
          valuesOf(bodyOf('POST', path, reader), document),
          valuesOf(bodyOf('PATCH', one, reader), document),
        );
        const property = fc.asyncProperty(bodies, async ([whole, part]) => {
          const made = await take(reader, 'POST', path, whole);
          if (made.status !== 201) return;
          const { id } = made.record;
          const got = check(await client.get(`${path}/${id}`), 'GET', one, reader);
          expect(got.status).toBe(200);
          expect((await take(reader, 'PUT', one, got.body, id)).status).toBe(200);
          await take(reader, 'PATCH', one, part, id);
        });
        await fc.assert(property, { seed: SEED, numRuns: 25 });
      }
    }),
  );

  once('bodies that the document forbids are refused', async () => {
    const [reader] = readers as [Reader];
    const { client, document } = reader;
    const refused = async (method: 'POST' | 'PUT' | 'PATCH', body: unknown, why: string) => {
      const path = method === 'POST' ? '/thing' : '/thing/{id}';
      expect(document.problem(bodyOf(method, path, reader), body), why).not.toBeNull();
      const answer = await client.send(method, path.replace('{id}', '1'), { body });
      check(answer, method, path, reader);
      expect(answer.status, `${method} ${why}: ${answer.text}`).toBe(422);
    };
    const { properties } = document.follow(bodyOf('PATCH', '/thing/{id}', reader));
    for (const [name, schema] of Object.entries(properties as Record<string, Schema>))
      for (const { keyword, value } of mutantsOf(schema, document))
        await refused('PATCH', { [name]: value }, `${name} ${keyword} ${JSON.stringify(value)}`);

    const { required } = document.follow(bodyOf('POST', '/thing', reader)) as {
      required: string[];
    };
    const [whole] = fc.sample(valuesOf(bodyOf('POST', '/thing', reader), document), 1);
    for (const name of required) {
      const { [name]: _, ...without } = whole as Record<string, unknown>;
      await refused('POST', without, `without ${name}`);
      await refused('PUT', without, `without ${name}`);
    }
    for (const body of [[], [whole], 'x', 7, null, true, { ...(whole as object), unknown: 1 }])
      for (const method of ['POST', 'PUT', 'PATCH'] as const)
        // Of several records it is told elsewhere.
        if (method !== 'POST' || !Array.isArray(body))
          await refused(method, body, JSON.stringify(body).slice(0, 60));
  });

  test(
    'lists of records that the document allows are taken, together and each by itself',
    everybody(async (reader) => {
      const { client, document } = reader;
      for (const path of PATHS) {
        const { anyOf } = wholeBodyOf('POST', path, reader);
        const lists = valuesOf(anyOf![1]!, document) as fc.Arbitrary<object[]>;
        const changes = valuesOf(wholeBodyOf('PATCH', path, reader), document);
        const property = fc.asyncProperty(lists, changes, async (made, changed) => {
          const whole = await take(reader, 'POST', path, made);
          const each = await client.send('POST', `${path}?_atomic=false`, { body: made });
          expect(check(each, 'POST', path, reader).status, each.text).toBe(207);
          if (whole.status !== 201) return;
          // What no schema says: a record is there once, and has a version that nobody can make up.
          const own = (changed as { _etag?: string }[])
            .slice(0, whole.ids.length)
            .map(({ _etag, ...one }, at) => ({ ...one, id: whole.ids[at]! }));
          await take(reader, 'PATCH', path, own);
          const again = await client.send('PATCH', `${path}?_atomic=false`, { body: own });
          expect(check(again, 'PATCH', path, reader).status, again.text).toBe(207);
        });
        await fc.assert(property, { seed: SEED, numRuns: 10 });
      }
    }),
  );

  once('lists that the document forbids are refused', async () => {
    const [reader] = readers as [Reader];
    const { client, document } = reader;
    const bodies: ['POST' | 'PATCH', unknown][] = [
      ['POST', [7]],
      ['POST', [{ nothing: 1 }]],
      ['PATCH', {}],
      ['PATCH', [{}]],
      ['PATCH', [{ id: '1' }]],
      ['PATCH', [{ id: 1, _etag: 1 }]],
      ['PATCH', [{ id: 1, nothing: 1 }]],
    ];
    for (const [method, body] of bodies) {
      expect(document.problem(wholeBodyOf(method, '/thing', reader), body)).not.toBeNull();
      const answer = await client.send(method, '/thing', { body });
      expect([400, 422]).toContain(check(answer, method, '/thing', reader).status);
    }
  });

  test(
    'every parameter of a list takes what the document allows',
    everybody(async (reader) => {
      for (const path of PATHS)
        for (const some of chunks(parametersOf(path, reader), 3))
          for (const values of fc.sample(valuesFor(some, reader), { seed: SEED, numRuns: 2 })) {
            const query = some.map((one, at) => written(one, values[at])).filter(Boolean);
            const answer = await list(path, query, reader);
            expect(answer.status, `${path}?${query.join('&')}: ${answer.text}`).toBe(200);
          }
      const paged = ['_start=3', '_end=28', '_sort=title,id', '_order=desc,ASC'];
      expect((await list('/thing', paged, reader)).status).toBe(200);
    }),
  );

  test(
    'figures of a list are what the document tells, by all that it names',
    everybody(async (reader) => {
      const { client, document } = reader;
      for (const path of PATHS) {
        const place = `${path}/_aggregate`;
        const named = (name: string) => {
          const { parameters = [] } = document.operation('GET', place);
          const schema = parameters.find((one) => one.name === name)?.schema;
          return (
            schema &&
            (document.follow(schema) as { items: { enum: readonly string[] }; maxItems: number })
          );
        };
        const figures = ['_sum', '_avg', '_min', '_max'].flatMap((name) => {
          const { items, maxItems } = named(name) ?? { items: { enum: [] }, maxItems: 1 };
          return chunks(items.enum, maxItems).map((fields) => `${name}=${fields.join()}`);
        });
        for (const some of chunks(named('_by')!.items.enum, 2))
          for (const query of ['', ...figures]) {
            const answer = await client.get(`${place}?_by=${some.join()}&${query}`);
            const { status, text } = check(answer, 'GET', place, reader);
            // Numbers may be as large as a number can be.
            if (!text.includes('too-large')) expect(status, text).toBe(200);
          }
      }
    }),
  );

  once('no parameter of a list takes what the document forbids', async () => {
    const [reader] = readers as [Reader];
    for (const path of PATHS)
      // The service tells some twenty problems at once.
      for (const some of chunks(parametersOf(path, reader), 15)) {
        const wrong = some.map((one) => wrongFor(one, reader));
        for (let at = 0; at < Math.max(...wrong.map(({ length }) => length)); at++) {
          const bad = some.filter((_, index) => at < wrong[index]!.length);
          const query = bad.map((one) => [one.name, wrong[some.indexOf(one)]![at]!]);
          const told = await refusals(path, Object.fromEntries(query) as never, reader);
          expect(told).toEqual(bad.map(({ name }) => name).sort());
        }
      }
    for (const one of parametersOf('/thing', reader, true))
      for (const text of wrongFor(one, reader))
        expect(await refusals('/thing', { [one.name]: text }, reader)).toEqual([one.name]);
  });

  once('comparisons of a field that the document does not name are refused', async () => {
    const [reader] = readers as [Reader];
    const named = parametersOf('/thing', reader).map(({ name }) => name);
    const fields = named.filter((name) => !name.includes('__') && !/^(_.*|q)$/.test(name));
    const missing = fields.flatMap((field) =>
      ['ne', 'gt', 'gte', 'lt', 'lte', 'in', 'ilike', 'startswith']
        .map((suffix) => `${field}__${suffix}`)
        .filter((name) => !named.includes(name)),
    );
    expect(missing).toEqual(expect.arrayContaining(['data__in', 'tags__gt', 'active__ilike']));
    for (const some of chunks(missing, 15)) {
      const query = Object.fromEntries(some.map((name) => [name, '1']));
      expect(await refusals('/thing', query, reader)).toEqual(some.sort());
    }
  });

  test('who may edit and not read is told of the answer that they get', async () => {
    const [{ client: admin }] = readers as [Reader];
    await admin.create('/role', { name: 'Patcher', allowed_methods: ['PATCH'] });
    const profile = { username: 'patcher', email: 'patcher@example.test', password: PASSWORD };
    await admin.create('/user', { ...profile, roles: ['Patcher'] });
    const client = await clientFor(service.url, 'patcher', PASSWORD);
    const reader = { client, document: await documentOf(client) };
    const { properties } = reader.document.follow<Schema>({ $ref: '#/components/schemas/Thing' });
    expect(Object.keys(properties as object)).toContain('title');
    const answer = await take(reader, 'PATCH', '/thing/{id}', { title: 'Patched' }, 1);
    expect(answer.status).toBe(200);
  });

  test('tenants have the fields of the project, which Admins alone read and write', async () => {
    const [admin, manager] = readers as [Reader, Reader];
    const branch = { name: 'North', street: 'High Street 1', opened: '2026-11-28', head_id: 1 };
    const { id } = (await take(admin, 'POST', '/tenant', branch)).record;
    await take(admin, 'PATCH', '/tenant/{id}', { street: 'High Street 2' }, id);
    const found = await admin.client.get('/tenant?street__startswith=High&_expand=head');
    check(found, 'GET', '/tenant', admin);
    expect(found.body).toMatchObject([{ ...branch, street: 'High Street 2', head: { id: 1 } }]);
    const long = await admin.client.send('PATCH', `/tenant/${id}`, {
      body: { street: 'x'.repeat(81) },
    });
    expect(long.status).toBe(422);
    expect((await manager.client.get('/tenant')).status).toBe(403);
    const own = await manager.client.get('/auth/tenants');
    expect(own.body).toMatchObject({ tenants: [{ id: 1, name: expect.any(String) }] });
    expect(own.text).not.toContain('street');
  });

  test('every other answer is one that the document tells, too', async () => {
    const [reader] = readers as [Reader];
    const anonymous = { ...reader, client: clientOf(service.url) };
    // Signing out would end the session that the others are asked in.
    const paths = Object.entries(reader.document.raw.paths);
    for (const [path, operations] of paths.filter(([one]) => one !== '/auth/logout'))
      for (const method of Object.keys(operations).map((name) => name.toUpperCase())) {
        const message = ['GET', 'DELETE'].includes(method) ? {} : { body: {} };
        const asked = path.replace(/\{\w+\}/g, '987654321');
        for (const one of [anonymous, reader])
          check(await one.client.send(method, asked, message), method, path, one);
      }
    const etag = (await reader.client.get('/thing/1')).header('etag');
    const note = { username: 'user 2', password: 'not it' };
    for (const [status, method, path, message] of [
      [304, 'GET', '/thing/{id}', { headers: { 'if-none-match': etag } }],
      [412, 'PATCH', '/thing/{id}', { headers: { 'if-match': '"other"' }, body: {} }],
      [412, 'DELETE', '/thing/{id}', { headers: { 'if-match': '"other"' } }],
      [409, 'POST', '/tag', { body: { name: 'tag 1' } }],
      [409, 'DELETE', '/tag/{id}', {}],
      [400, 'POST', '/thing', json('{')],
      [413, 'POST', '/thing', json(`"${'x'.repeat(1 << 20)}"`)],
      [415, 'POST', '/thing', { raw: 'x', headers: { 'content-type': 'text/plain' } }],
      [200, 'POST', '/thing/{id}/close', {}],
      [200, 'GET', '/thing/open', {}],
      [200, 'POST', '/auth/login', { body: { ...note, password: PASSWORD } }],
      [401, 'POST', '/auth/login', { body: note }],
      [400, 'PUT', '/auth/change-password', { body: PASSWORDS }],
      [
        201,
        'POST',
        '/auth/register',
        { body: { ...note, username: 'new', email: 'new@x.test', password: PASSWORD } },
      ],
      [204, 'POST', '/auth/logout', {}],
    ] as const) {
      const answer = await reader.client.send(method, path.replace('{id}', '1'), message);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
      check(answer, method, path, reader);
    }
  });
});

const PASSWORD = 'a password of documents';
const PASSWORDS = { current_password: 'not it', new_password: PASSWORD };

/** Asks for a list with parameters as they are, and gives what each is told. */
async function refusals(path: string, query: Readonly<Record<string, string>>, reader: Reader) {
  const pairs = Object.entries(query).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  const answer = await list(path, pairs, reader);
  expect(answer.status, `${path}?${pairs.join('&')}: ${answer.text}`).toBe(400);
  return Object.keys((answer.body as { errors: object }).errors).sort();
}

const list = async (path: string, query: readonly string[], reader: Reader) =>
  check(await reader.client.get(`${path}?${query.join('&')}`), 'GET', path, reader);

const valuesFor = (parameters: readonly Parameter[], { document }: Reader) =>
  fc.tuple(...parameters.map((one) => valuesOf(schemaOf(one), document)));

const wrongFor = (parameter: Parameter, { document }: Reader): readonly string[] =>
  parameter.content ? ['{', 'x', '1 2'] : wrongTexts(schemaOf(parameter), document);

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
