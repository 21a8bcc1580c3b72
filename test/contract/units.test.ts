import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { demand, mark } from './http.js';
import { onEachDatabase, useService } from './use-service.js';

interface Import {
  readonly id: number;
  readonly state: string;
  readonly failed: number;
  readonly options: { readonly decimal: string };
}

onEachDatabase((database) => {
  describe('units of numbers: clinic', () => {
    const service = useService('clinic', database, ['import']);
    const admin = service.as('admin');

    /** Imports a file of invoices, and tells how that has ended. */
    async function imported(text: string): Promise<Import> {
      const headers = { 'content-type': 'text/csv' };
      const answer = await admin.send('POST', '/_imports?model=invoices', { raw: text, headers });
      const { id } = demand(answer, 201, 'upload').body as Import;
      demand(await admin.post(`/_imports/${id}/run`), 202, 'run');
      for (;;) {
        const one = (await admin.get(`/_imports/${id}`)).body as Import;
        if (one.state !== 'running') return one;
        await sleep(20);
      }
    }

    test('are in the document, for programs and for people', async () => {
      const { body } = await admin.get('/openapi.json');
      const { schemas } = (body as { components: { schemas: Record<string, object> } }).components;
      const eur = { description: 'In EUR.', 'x-unit': 'EUR' };
      expect(schemas['Invoice']).toMatchObject({
        properties: { total: eur, margin: { description: 'In %.', 'x-unit': '%' } },
      });
      expect(schemas['InvoicePatch']).toMatchObject({ properties: { total: eur } });
    });

    test('are in no record and in no file: numbers are numbers, and texts are refused', async () => {
      const number = mark();
      const body = { number, total: 1234.5, margin: 12.5 };
      const { id } = await admin.create('/invoices', body);
      expect(await admin.read(`/invoices/${id}`)).toMatchObject(body);
      expectProblem(await admin.patch(`/invoices/${id}`, { total: '€5.00' }), 422);
      const big = await admin.create('/specimen', { big: '9007199254740993' });
      expect(big).toMatchObject({ big: '9007199254740993' });
      const path = `/_export/invoices?_format=csv&_columns=number,total&number=${number}`;
      expect((await admin.get(path)).text.replace('\uFEFF', '')).toBe(
        `number,total\r\n${number},1234.5\r\n`,
      );
    });

    test('are taken off by an import: those of the field, and no others', async () => {
      const [one, other, wrong] = [mark(), mark(), mark()];
      const rows = [`${one};€ 1.234,50;7,5 %`, `${other};2,25 EUR;3`, `${wrong};$5;3`];
      const done = await imported(`number;total;margin\n${rows.join('\n')}\n`);
      expect(done).toMatchObject({ state: 'done', failed: 1, options: { decimal: ',' } });
      const found = async (number: string) => (await admin.list(`/invoices?number=${number}`))[0];
      expect(await found(one)).toMatchObject({ total: 1234.5, margin: 7.5 });
      expect(await found(other)).toMatchObject({ total: 2.25, margin: 3 });
      expect(await found(wrong)).toBeUndefined();
      const { body } = await admin.get(`/_imports/${done.id}/problems`);
      expect(body).toMatchObject([{ row: 4, problems: [{ field: 'total', code: 'number' }] }]);
    });
  });
});
