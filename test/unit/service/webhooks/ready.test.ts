import { expect, it } from 'vitest';
import { Webhooks } from '../../../../templates/features/webhooks/engine/webhooks/webhooks.js';

it('nobody goes by an answer from before a change', async () => {
  const answers: ((rows: readonly (readonly unknown[])[]) => void)[] = [];
  const database = {
    read: () => new Promise((resolve) => answers.push(resolve)),
    dataSource: {
      currentTransaction: () => null,
      get database() {
        return database;
      },
    },
  };
  const engine = () => ({ model: () => ({ prefix: 'letter' }) });
  const webhooks = new Webhooks({ database, engine } as never);
  class Letter {}
  webhooks.hooks(Letter);

  const before = webhooks.ready().then(() => webhooks.isOn(Letter));
  webhooks.forget();
  const after = webhooks.ready().then(() => webhooks.isOn(Letter));
  expect(answers).toHaveLength(2);
  answers[0]!([]);
  answers[1]!([['["letter.created"]']]);
  expect(await Promise.all([before, after])).toEqual([true, true]);
});
