import { expect, it } from 'vitest';
import { Webhooks } from '../../../../templates/features/webhooks/engine/webhooks/webhooks.js';

type Rows = readonly (readonly unknown[])[];

class Letter {}

/** The webhooks of letters, over a database that answers thus. */
function webhooksOf(read: () => Promise<Rows>): Webhooks {
  const database = {
    read,
    dataSource: {
      currentTransaction: () => null,
      get database() {
        return database;
      },
    },
  };
  const engine = () => ({ model: () => ({ prefix: 'letter' }) });
  const webhooks = new Webhooks({ database, engine } as never);
  webhooks.hooks(Letter);
  return webhooks;
}

it('nobody goes by an answer from before a change', async () => {
  const answers: ((rows: Rows) => void)[] = [];
  const webhooks = webhooksOf(() => new Promise((resolve) => answers.push(resolve)));

  const before = webhooks.ready().then(() => webhooks.isOn(Letter));
  webhooks.forget();
  const after = webhooks.ready().then(() => webhooks.isOn(Letter));
  expect(answers).toHaveLength(2);
  answers[0]!([]);
  answers[1]!([['["letter.created"]']]);
  expect(await Promise.all([before, after])).toEqual([true, true]);
});

it('no write fails for an endpoint whose events are none', async () => {
  const stored = ['[7, null]', '{"a": 1}', '"letter.created"', 'null', '[["x.y"]]'];
  const webhooks = webhooksOf(() => Promise.resolve(stored.map((text) => [text])));
  await webhooks.ready();
  expect(webhooks.isOn(Letter)).toBe(true);
});
