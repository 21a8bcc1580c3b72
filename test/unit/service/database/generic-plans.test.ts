import { expect, test } from 'vitest';
import { HealthConnection } from '../../../../templates/service/engine/database/postgres/health-connection.js';

/** A server that answers with this, or fails. */
class Server extends HealthConnection {
  readonly asked: string[] = [];
  constructor(readonly answers: (boolean | Error)[]) {
    super('postgres://nowhere');
  }
  override async ask<T>(sql: string): Promise<readonly T[]> {
    this.asked.push(sql);
    const answer = this.answers.shift();
    if (answer instanceof Error) throw answer;
    return [answer as T];
  }
}

test('a server is asked once whether it plans statements without their values', async () => {
  for (const has of [true, false]) {
    const server = new Server([has]);
    expect(await server.hasGenericPlans()).toBe(has);
    expect(await server.hasGenericPlans()).toBe(has);
    expect(server.asked).toHaveLength(1);
  }
});

test('a server that has not answered is asked again', async () => {
  const server = new Server([new Error('gone'), true]);
  await expect(server.hasGenericPlans()).rejects.toThrow('gone');
  expect(await server.hasGenericPlans()).toBe(true);
});
