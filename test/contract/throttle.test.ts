import { beforeAll, describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mark, send, type Answer, type Client } from './http.js';
import { clientFor, onEachDatabase, usePrivate } from './use-service.js';

onEachDatabase((database) => {
  describe('6 Access: throttling', () => {
    // With one trusted proxy the address is what it says, so one machine can be many clients.
    const own = usePrivate({ example: 'task-manager', database, env: { TRUST_PROXY: '1' } });
    let admin: Client;
    let addresses = 0;
    const address = (): string => {
      addresses += 1;
      return `198.51.100.${addresses}`;
    };
    const from = (ip: string, username: string, password: string): Promise<Answer> =>
      send(own.url, 'POST', '/auth/login', {
        body: { username, password },
        headers: { 'x-forwarded-for': ip },
      });
    const newUser = async (): Promise<string> => {
      const username = mark();
      const body = { username, email: `${username}@example.test`, password: CAST_PASSWORD };
      await admin.create('/user', { ...body, roles: ['Viewer'] });
      return username;
    };
    beforeAll(async () => {
      admin = await clientFor(own.url, ADMIN.username, ADMIN.password);
    }, 60_000);

    test('5 failures for a name from an address: then 429 with Retry-After, right password too', async () => {
      const name = await newUser();
      const ip = address();
      for (let at = 0; at < 5; at += 1) expectProblem(await from(ip, name, 'wrong'), 401);
      for (const password of ['wrong', CAST_PASSWORD]) {
        const answer = await from(ip, name, password);
        expectProblem(answer, 429);
        const wait = Number(answer.header('retry-after'));
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(900);
      }
      // Another case of the same name is the same name; another name from there is free.
      expectProblem(await from(ip, name.toUpperCase(), CAST_PASSWORD), 429);
      expect((await from(ip, ADMIN.username, ADMIN.password)).status).toBe(200);
      // Nobody locks a name out for others.
      expect((await from(address(), name, CAST_PASSWORD)).status).toBe(200);
    });

    test('unknown names are limited the same way', async () => {
      const [name, ip] = [mark(), address()];
      for (let at = 0; at < 5; at += 1) expectProblem(await from(ip, name, 'wrong'), 401);
      expectProblem(await from(ip, name, 'wrong'), 429);
    });

    test('successes do not count', async () => {
      const [name, ip] = [await newUser(), address()];
      for (let at = 0; at < 7; at += 1)
        expect((await from(ip, name, CAST_PASSWORD)).status).toBe(200);
    });

    test('many at once do not slip through', async () => {
      const [name, ip] = [await newUser(), address()];
      const answers = await Promise.all(Array.from({ length: 12 }, () => from(ip, name, 'wrong')));
      expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(5);
      expect(answers.filter((answer) => answer.status === 429).length).toBeGreaterThanOrEqual(7);
    });

    test('of several forwarded addresses the one that our proxy wrote counts', async () => {
      const [name, ip] = [mark(), address()];
      for (let at = 0; at < 5; at += 1)
        expectProblem(await from(`203.0.113.${at}, ${ip}`, name, 'wrong'), 401);
      expectProblem(await from(`203.0.113.99, ${ip}`, name, 'wrong'), 429);
    });

    test('change-password counts too', async () => {
      const name = await newUser();
      const client = await clientFor(own.url, name, CAST_PASSWORD);
      const headers = { 'x-forwarded-for': address() };
      const body = { current_password: 'wrong', new_password: 'new 12345' };
      const path = '/auth/change-password';
      for (let at = 0; at < 5; at += 1) expectProblem(await client.put(path, body, headers), 400);
      const right = { ...body, current_password: CAST_PASSWORD };
      expectProblem(await client.put(path, right, headers), 429);
    });

    test('50 failures from an address: then 429 for every name; IPv6 by /64', async () => {
      const prefix = '2001:db8:1:2';
      const tries: Promise<Answer>[] = [];
      for (let at = 0; at < 50; at += 1) tries.push(from(`${prefix}::${at + 1}`, mark(), 'x'));
      for (const answer of await Promise.all(tries))
        expect([401, 429, 503]).toContain(answer.status);
      // What the bounded queue turned away did not count; so a few more until it is full.
      for (let at = 0; at < 50; at += 1)
        if ((await from(`${prefix}::f${at}`, mark(), 'x')).status === 429) break;
      expectProblem(await from(`${prefix}:abcd::1`, ADMIN.username, ADMIN.password), 429);
      expect((await from('2001:db8:1:3::1', ADMIN.username, ADMIN.password)).status).toBe(200);
    }, 120_000);
  });
});
