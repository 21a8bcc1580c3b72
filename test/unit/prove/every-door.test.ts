import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { statementOf } from '../../../templates/service/engine/database/dialect.js';
import * as tools from '../../../templates/service/engine/tools/index.js';
import { besideRecords, isBeside } from '../../../templates/tools/prove/doors/beside.js';
import type { Endpoint } from '../../../templates/tools/prove/doors/door.js';
import { DOORS } from '../../../templates/tools/prove/doors/index.js';
import {
  startService,
  type ProvedService,
} from '../../../templates/tools/prove/service/start-service.js';
import { becomeActor, createPeople } from '../../../templates/tools/prove/worlds/people.js';
import { FEATURES, featuresOfServices, projectOf } from './every-feature.js';

const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

interface Route {
  readonly path: string | RegExp;
  readonly methods: Readonly<Record<string, boolean>>;
}

interface Router {
  route(path: string | RegExp): Route;
  use(...handlers: readonly unknown[]): unknown;
}

const prototypeOf = (object: object): object => Object.getPrototypeOf(object) as object;
const ROUTER = prototypeOf(prototypeOf(express.Router())) as Router;

/** Takes note of everything that a service serves, whatever its document says. */
class Routes {
  readonly #made: { readonly router: unknown; readonly route: Route }[] = [];
  readonly #mounts = new Map<unknown, { readonly on: unknown; readonly at: string }>();

  constructor() {
    const { route, use } = ROUTER;
    const made = this.#made;
    const mounts = this.#mounts;
    vi.spyOn(ROUTER, 'route').mockImplementation(function (this: Router, path) {
      const one = route.call(this, path);
      made.push({ router: this, route: one });
      return one;
    });
    vi.spyOn(ROUTER, 'use').mockImplementation(function (this: Router, ...given) {
      const [at, ...handlers] = typeof given[0] === 'string' ? given : ['', ...given];
      for (const one of handlers.flat()) mounts.set(one, { on: this, at: at as string });
      return use.apply(this, given);
    });
  }

  all(): readonly Endpoint[] {
    return this.#made.flatMap(({ router, route }) => {
      const methods = Object.keys(route.methods).filter((method) => METHODS.includes(method));
      // A route with every method refuses them.
      if (methods.length === METHODS.length) return [];
      const path = this.#baseOf(router) + documented(route.path);
      return methods.map((method) => ({ method: method.toUpperCase(), path }));
    });
  }

  #baseOf(router: unknown): string {
    const mount = this.#mounts.get(router);
    return mount ? this.#baseOf(mount.on) + (mount.at === '/' ? '' : mount.at) : '';
  }
}

/** A path as the document has it: `/task/{id}`. */
const documented = (path: string | RegExp): string =>
  typeof path === 'string'
    ? path.replaceAll(/:(\w+)/g, '{$1}')
    : path.source
        .replaceAll('\\/', '/')
        .replace(/^\^/, '')
        .replace(/\(\?<(\w+)>.*$/, '{$1}');

const textOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

let service: ProvedService | undefined;
let endpoints: readonly Endpoint[];
let admin: number;

beforeAll(async () => {
  const routes = new Routes();
  service = await startService(tools, projectOf({}, FEATURES), 'sqlite::memory:');
  vi.restoreAllMocks();
  const { me, actors } = await createPeople(service, tools);
  await becomeActor(
    service,
    actors.find(({ roles }) => roles.includes('Admin'))!,
  );
  const { body } = await service.ask(me, { method: 'GET', path: '/openapi.json' });
  admin = me;
  const { paths } = body as { readonly paths: Readonly<Record<string, object>> };
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const all = [...told, ...routes.all()];
  endpoints = [...new Map(all.map((one) => [textOf(one), one])).values()];
});
afterAll(() => service?.stop());

describe('a service with all features', () => {
  it('has the features that crudgen has', () => {
    expect(FEATURES.map(({ name }) => name).sort()).toEqual([...featuresOfServices()].sort());
  });

  it('has a door that asks each of its endpoints about records', () => {
    const claimed = (one: Endpoint) =>
      DOORS.some((door) => door.claims(one, { models: service!.models, service: service! }));
    const open = endpoints.filter((one) => !claimed(one) && !isBeside(one)).map(textOf);
    expect(open).toEqual([]);
    const both = endpoints.filter((one) => claimed(one) && isBeside(one)).map(textOf);
    expect(both).toEqual([]);
  });

  it('has each of the endpoints that are not about records', () => {
    const known = new Set(endpoints.map(textOf));
    expect([...besideRecords.keys()].filter((one) => !known.has(one))).toEqual([]);
  });

  it('has spreadsheets whose texts are read', async () => {
    const insert = statementOf(`INSERT INTO person (name) VALUES ('zq000001z & "more"')`);
    await service!.database.write((session) => session.run(insert, []));
    const path = '/_export/person?_format=xlsx';
    const { status, text } = await service!.ask(admin, { method: 'GET', path });
    expect(status).toBe(200);
    expect(text).toMatch(/<row/);
    expect(text).toMatch(/zq000001z/);
  });
});
