import assert from 'node:assert/strict';
import { notApplicable, test, waitsFor, type Checks, type Target } from './check.js';
import { readDocument, type ApiDocument } from './document.js';
import { adminToken, create, createTenant, expectStatus } from './people.js';
import { assertNowhere } from './project.js';
import { expectNone } from './responses.js';

/** A text that would be more than text in a page, in JSON, in a script, or in SQL. */
const HOSTILE = `</script><img src=x onerror=alert(1)>"'\\\u2028;DROP TABLE auth_user;--`;

export const encoding: Checks = {
  '1.2.1':
    test('a path and a name with markup come back as JSON with "nosniff", never as HTML', async ({
      service,
    }) => {
      const token = await adminToken(service);
      const id = await create(service, '/tenant', { name: HOSTILE });
      const paths = [`/tenant/${id}`, '/%3Cimg%20src=x%3E', '/tenant?%3Cscript%3E=1'];
      const answers = await Promise.all(paths.map((path) => service.ask('GET', path, { token })));
      const wrong = answers.filter(
        ({ headers }) =>
          !/^application\/(problem\+)?json\b/.test(headers.get('content-type') ?? '') ||
          headers.get('x-content-type-options') !== 'nosniff',
      );
      expectNone(wrong);
      await service.ask('DELETE', `/tenant/${id}`, { token });
    }),

  '1.2.2':
    test('redirects stay here whatever the path, and fields that hold a URL refuse "javascript:"', async (target) => {
      for (const path of ['//evil.example/', '/%2F%2Fevil.example', '/admin//evil.example']) {
        const { headers } = await target.service.ask('GET', path);
        const to = new URL(headers.get('location') ?? '/', 'https://here.example');
        assert.equal(to.host, 'here.example', `${path} leads to ${to.href}`);
      }
      await refuseScriptUrls(target);
    }),

  '1.2.3': test('quotes and line separators come back from JSON as they were', async (target) => {
    const { service } = target;
    const token = await adminToken(service);
    const id = await create(service, '/tenant', { name: `${HOSTILE} again` });
    const { json } = await service.ask('GET', `/tenant/${id}`, { token });
    assert.equal((json as { name: string }).name, `${HOSTILE} again`);
    await service.ask('DELETE', `/tenant/${id}`, { token });
  }),

  '1.2.4':
    test('SQL in filters, searches, orders and ids finds nothing more, and breaks nothing', async ({
      service,
    }) => {
      const token = await adminToken(service);
      // What would be found.
      await createTenant(service);
      const sql = encodeURIComponent("' OR '1'='1");
      for (const query of [`name=${sql}`, `name__ilike=${sql}`, `name__in=${sql}`, `q=${sql}`]) {
        const answer = await service.ask('GET', `/tenant?${query}`, { token });
        assert.deepEqual(expectStatus(answer, 200).json, [], query);
      }
      for (const path of [`/tenant?_sort=${sql}`, `/tenant?${sql}=1`, `/tenant?_order=${sql}`])
        expectStatus(await service.ask('GET', path, { token }), 400);
      expectStatus(await service.ask('GET', `/tenant/1${sql}`, { token }), 404);
      expectStatus(
        await service.ask('POST', '/auth/login', {
          body: { username: "chief' --", password: 'whatever' },
          from: '203.0.113.9',
        }),
        401,
      );
    }),

  '1.2.5': test('no code runs a command by a shell', async ({ project }) => {
    const code = project.code('src', 'engine');
    assertNowhere(code, /\b(?:exec|execSync)\(\s*[`'"]|shell:\s*true|from '(?:node:)?shelljs'/);
  }),

  '1.3.1': notApplicable('there is no editor for HTML: what users write is shown as text'),

  '1.3.2':
    test('no code calls eval or makes functions of texts, and pages are forbidden to', async ({
      service,
      project,
    }) => {
      const code = project.code('src', 'engine', 'ui', 'web/src');
      assertNowhere(
        code,
        /\beval\(|new Function\(|\bvm\.(?:run|Script)|set(?:Timeout|Interval)\(['"`]/,
      );
      for (const path of ['/docs', '/admin/', '/tenant']) {
        const { headers } = await service.ask('GET', path);
        const policy = headers.get('content-security-policy') ?? '';
        assert.match(policy, /default-src 'none'/, path);
        assert.doesNotMatch(policy, /unsafe-eval|unsafe-inline/, path);
      }
    }),

  '1.5.1': waitsFor(
    'import',
    test('no endpoint reads a body of XML, and no code loads external entities', async (target) => {
      const token = await adminToken(target.service);
      const entity = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>';
      const headers = { 'content-type': 'application/xml' };
      expectStatus(
        await target.service.ask('POST', '/tenant', { token, body: entity, headers }),
        415,
      );
      const parsers = /from '(?:libxmljs2?|xml2js|fast-xml-parser|xmldom)'|noent/;
      assertNowhere(target.project.code('src', 'engine'), parsers);
    }),
  ),
};

/** Each field of a URL, by a record that has nothing else. */
async function refuseScriptUrls({ service }: Target): Promise<void> {
  const token = await adminToken(service);
  const document = await readDocument(service);
  for (const [path, field] of urlFields(document)) {
    const body = { [field]: 'javascript:alert(1)' };
    const answer = await service.ask('POST', path, { token, body });
    const { errors = {} } = (answer.json ?? {}) as { errors?: Record<string, string> };
    const refused = answer.status === 403 || (answer.status === 422 && field in errors);
    assert.ok(refused, `POST ${path} with ${field}: ${answer.status}`);
  }
}

const urlFields = ({ paths, follow }: ApiDocument): readonly (readonly [string, string])[] =>
  Object.entries(paths).flatMap(([path, { post }]) => {
    const { schema = {} } = post?.requestBody?.content?.['application/json'] ?? {};
    if (/[{}]|\/.*\//.test(path)) return [];
    const { properties = {} } = follow(schema.anyOf?.[0] ?? schema);
    return Object.entries(properties).flatMap(([name, property]) =>
      follow(property).format === 'uri' ? [[path, name] as const] : [],
    );
  });
