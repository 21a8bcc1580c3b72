import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('POST /order/{order_id}/confirm', () => {
  it('sets the status to confirmed and answers the order', async () => {
    const manager = await service.as('Manager');
    const order = await manager.create('/order', { number: 'C-1', customer: 'Ann' });
    const answer = await manager.post(`/order/${order.id}/confirm`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: order.id, number: 'C-1', status: 'confirmed' });
    expect((await manager.get(`/order/${order.id}`)).body).toEqual(answer.body);
  });

  it('answers 404 for an order that does not exist, 403 to a Viewer', async () => {
    const manager = await service.as('Manager');
    const viewer = await service.as('Viewer');
    const order = await manager.create('/order', { number: 'C-2', customer: 'Ann' });
    expect((await manager.post('/order/987654321/confirm')).status).toBe(404);
    expect((await viewer.post(`/order/${order.id}/confirm`)).status).toBe(403);
  });
});

describe('GET /order/pending', () => {
  it('lists pending orders alone, in pages, in order', async () => {
    const manager = await service.as('Manager');
    const numbers = ['P-1', 'P-2', 'P-3'];
    for (const number of numbers) await manager.create('/order', { number, customer: 'Bo' });
    const shipped = { number: 'P-4', customer: 'Bo', status: 'shipped' };
    await manager.create('/order', shipped);
    const path = '/order/pending?customer=Bo&_sort=number&_order=DESC&_start=0&_end=2';
    const page = await manager.get(path);
    expect(page.status).toBe(200);
    expect(page.body).toMatchObject([{ number: 'P-3' }, { number: 'P-2' }]);
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(page.headers.get('content-range')).toBe('items 0-2/3');
  });
});
