import type { RequestHandler } from 'express';
import { describe, expect, test } from 'vitest';
import type { RouterParts } from '../../routes/custom-router.js';
import { createOwnRouter } from '../../routes/own-router.js';
import { defineRouter, type OwnRouter } from '../../model/define-routes.js';
import { html } from '../../model/html.js';
import { reply } from '../../model/route-context.js';
import { conflict, notFound, unauthorized } from '../../problem/problem.js';
import type { StartRefused } from '../../settings/settings.js';
import { serve } from '../http/serve.js';

const signedIn: RequestHandler = () => {
  throw unauthorized('Sign in.');
};
const maybeSignedIn: RequestHandler = (_request, _response, next) => next();

const parts = {
  engine: { systemIn: () => () => undefined, models: [{ name: 'Job', prefix: 'job' }] },
  authentication: { signedIn, maybeSignedIn },
  settings: { bodyLimit: 1000, greeting: 'Hello' },
  database: {},
  logger: { child: () => undefined },
} as unknown as RouterParts;

const served = (...routers: readonly OwnRouter[]) =>
  serve((app) => app.use(createOwnRouter({ ...parts, routers })));

const refusal = (...routers: readonly OwnRouter[]): readonly string[] => {
  try {
    createOwnRouter({ ...parts, routers });
    return [];
  } catch (error) {
    return (error as StartRefused).message.split('\n');
  }
};

describe('a router at the root', () => {
  const root = defineRouter('/', { auth: 'public' }, (route) => {
    route.get('/', () => ({ at: 'the root' }));
    route.get('/robots.txt', () => reply('Disallow: /'));
    route.get('/:code', ({ params }) => ({ code: params['code'] }));
  });

  test('has the paths that nothing else has', async () => {
    const { url } = await served(root);
    const get = async (path: string) => (await fetch(url + path)).text();
    expect(await get('/')).toBe('{"at":"the root"}');
    expect(await get('/robots.txt')).toBe('Disallow: /');
    expect(await get('/x7')).toBe('{"code":"x7"}');
    for (const path of ['/docs', '/healthz', '/admin/', '/auth/login'])
      expect(await get(path), path).toContain('There is nothing at this path.');
    expect((await fetch(`${url}/x7`, { method: 'POST' })).status).toBe(405);
  });

  test('is refused where it names what a model or the service has', () => {
    const shadowing = defineRouter('/', {}, (route) => {
      route.get('/job/late', () => ({}));
      route.get('/docs', () => ({}));
      route.get('/free', () => ({}));
    });
    expect(refusal(shadowing)).toEqual([
      expect.stringContaining('`/job` belongs to Job'),
      expect.stringContaining('`/docs` is a path of the service itself'),
    ]);
    expect(refusal(root)).toEqual([]);
  });
});

describe('a router with a form of its own', () => {
  const shop = defineRouter(
    '/shop',
    {
      auth: 'public',
      statuses: { post: 201, delete: 200 },
      errors: ({ status, detail }) => ({
        status: status === 409 ? 422 : status,
        body: { errors: { body: [detail] } },
      }),
    },
    (route) => {
      route.post('/cart', () => ({ id: 1 }));
      route.post('/cart/pay', { status: 202 }, () => ({ paid: true }));
      route.delete('/cart', () => ({ gone: true }));
      route.get('/cart', () => {
        throw notFound('No cart.');
      });
      route.get('/twice', () => {
        throw conflict('Taken.');
      });
      route.get('/broken', () => {
        throw new Error('a secret of the log');
      });
      route.get('/mine', { auth: 'signed-in' }, () => ({}));
    },
  );
  const ask = async (method: string, path: string) => {
    const { url, log } = await served(shop);
    const response = await fetch(url + path, { method });
    const { status, headers } = response;
    return { status, type: headers.get('content-type'), body: await response.json(), headers, log };
  };

  test.each([
    ['POST', '/shop/cart', 201],
    ['POST', '/shop/cart/pay', 202],
    ['DELETE', '/shop/cart', 200],
  ])('%s %s: %d', async (method, path, status) => {
    expect((await ask(method, path)).status).toBe(status);
  });

  test.each([
    ['a refusal of a handler', 'GET', '/shop/cart', 404, 'No cart.'],
    ['of another status', 'GET', '/shop/twice', 422, 'Taken.'],
    ['before the handler', 'GET', '/shop/mine', 401, 'Sign in.'],
    ['a path that is not there', 'GET', '/shop/none', 404, 'There is nothing at this path.'],
  ])('%s has its form', async (_what, method, path, status, text) => {
    const { type, body, ...answer } = await ask(method, path);
    expect([answer.status, type, body]).toEqual([
      status,
      'application/json; charset=utf-8',
      { errors: { body: [text] } },
    ]);
  });

  test('a failure has it, too, and is in the log', async () => {
    const { status, body, log } = await ask('GET', '/shop/broken');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(log.join()).toContain('a secret of the log');
  });

  test('a form that fails itself: a problem document, and what failed is in the log', async () => {
    const broken = defineRouter(
      '/broken',
      {
        auth: 'public',
        errors: () => {
          throw new Error('the form is broken');
        },
      },
      (route) => {
        route.get('/', () => {
          throw notFound('No cart.');
        });
      },
    );
    const { url, log } = await served(broken);
    const response = await fetch(`${url}/broken`);
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      500,
      'application/problem+json; charset=utf-8',
    ]);
    expect(text).not.toContain('the form is broken');
    expect(log.join()).toContain('the form is broken');
  });

  test('headers of the problem stay', async () => {
    const { status, headers } = await ask('PATCH', '/shop/cart');
    expect([status, headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  });

  test('paths of nobody else have it', async () => {
    const { type } = await ask('GET', '/elsewhere');
    expect(type).toMatch(/^application\/problem\+json/);
  });
});

test('handlers get the settings of the project', async () => {
  const greeter = defineRouter('/greet', { auth: 'public' }, (route) => {
    route.get('/', ({ settings }) => ({ ...settings }));
  });
  const { url } = await served(greeter);
  expect(await (await fetch(`${url}/greet`)).json()).toMatchObject({ greeting: 'Hello' });
});

describe('html', () => {
  test('escapes values, keeps markup, joins lists, and leaves out nothing', () => {
    const items = ['<b>', 'Tom & "Jerry\'s"'].map((name) => html`<li title="${name}">${name}</li>`);
    const page = html`<ul>
      ${items}${null}${undefined}${false}${0}
    </ul>`;
    expect(String(page).replace(/\s+/g, ' ')).toBe(
      '<ul> <li title="&lt;b&gt;">&lt;b&gt;</li>' +
        '<li title="Tom &amp; &quot;Jerry&#39;s&quot;">Tom &amp; &quot;Jerry&#39;s&quot;</li>0 </ul>',
    );
  });

  test('is a page for whoever returns it, with other options, too', async () => {
    const pages = defineRouter('/page', { auth: 'public' }, (route) => {
      route.get('/', () => html`<p>${'1 < 2'}</p>`);
      route.get('/none', () => reply(html`<p>Nothing</p>`, { status: 404 }));
    });
    const { url } = await served(pages);
    const page = await fetch(`${url}/page`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toBe('<p>1 &lt; 2</p>');
    const none = await fetch(`${url}/page/none`);
    expect([none.status, none.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
  });
});
