import { z } from 'zod';
import { sql } from '../../../../../templates/service/engine/database/sql.js';
import { defineRouter } from '../../../../../templates/service/engine/model/define-routes.js';
import { Bill } from '../../billing.js';

/** An endpoint for each way to the rows of a table with rules. */
export const reports = defineRouter('/reports', { auth: 'signed-in' }, (route) => {
  route.get('/raw', async ({ dataSource }) => {
    const rows: unknown = await dataSource.query('SELECT name FROM bill');
    return { rows };
  });
  route.get('/repository', async ({ dataSource }) => ({
    rows: await dataSource.getRepository(Bill).find({ select: { status: true } }),
  }));
  route.get('/visible', async ({ crud }) => ({
    rows: await crud.query(sql`SELECT name FROM ${crud(Bill).visible()} b`),
  }));
  route.get('/mixed', async ({ crud }) => ({
    rows: await crud.query(
      sql`SELECT v.name FROM ${crud(Bill).visible()} v JOIN bill b ON b.id = v.id`,
    ),
  }));
  route.get('/system', async ({ system }) => ({ rows: await system(Bill).find() }));
  route.get('/records', async ({ crud }) => ({ rows: await crud(Bill).find() }));
  route.put(
    '/bills/:id',
    { body: z.object({ bill_id: z.int(), why: z.string().min(3) }) },
    async (context) =>
      context.transaction(async ({ manager }) => {
        await manager.update(Bill, context.body.bill_id, { name: context.body.why });
        return { id: context.id('id') };
      }),
  );
  route.get('/away', async () => ({ isOk: (await fetch('http://192.0.2.1/')).ok }));
  route.get('/silent', () => new Promise<object>(() => undefined));
  route.post('/code', { body: z.object({ code: z.string().regex(/^\d{4}-x$/) }) }, ({ system }) =>
    system(Bill).remove(1),
  );
});
