import type { Row, RunningExample } from '../serve-example.js';
import { goTo, settled, type Picture } from './picture.js';

/** An order among the made-up ones. */
const ORDER = '/work_order/12';

/** A file of new customers, in which three cells are wrong. */
const CUSTOMERS = [
  'First name;Last name;Company;Email;Birthday;Discount',
  'Clara;Winter;Winter Logistics;clara@winter.example;04.03.1985;5,0',
  'Omar;Haddad;;omar.haddad(at)mail.example;17.09.1990;0,0',
  'Lena;Fischer;Fischer & Sons;lena@fischer.example;31.02.1979;2,5',
  'Paul;Novak;;paul.novak@mail.example;22.11.1968;120,0',
  'Ida;Berg;Berg Gardens;ida@berg.example;08.07.1993;10,0',
  '',
].join('\n');

/** The pictures of the README. The order of the third is new, so that dashboard and board are to be taken before. */
export const PICTURES: readonly Picture[] = [
  {
    name: 'dashboard',
    width: 1280,
    height: 860,
    isSplit: true,
    show: (page, service) => goTo(page, service, '/'),
  },
  {
    name: 'board',
    width: 1360,
    height: 800,
    isSplit: true,
    show: (page, service) => goTo(page, service, '/work_order?layout=board'),
  },
  {
    name: 'order',
    width: 1360,
    height: 860,
    async show(page, service) {
      const { id } = await createOrder(service);
      await goTo(page, service, `/work_order/${id}`);
      await page.getByRole('button', { name: 'Save changes' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: /Add work order line/ }).scrollIntoViewIfNeeded();
      await settled(page);
    },
  },
  {
    name: 'import',
    width: 1200,
    height: 700,
    async show(page, service) {
      await goTo(page, service, '/customer/import');
      const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(CUSTOMERS) };
      await page.locator('input[type=file]').setInputFiles(file);
      const rows = page.getByRole('group', { name: 'For all rows' });
      await rows.getByLabel('Tenant').click();
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      const result = page.getByRole('heading', { name: 'Expected result' });
      // The rows that would fail stand below it.
      await result.evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
      await settled(page);
    },
  },
  {
    name: 'conflict',
    width: 1200,
    height: 700,
    async show(page, { call, ...service }) {
      const { title } = await call('GET', ORDER);
      await goTo(page, { call, ...service }, ORDER);
      await page.getByLabel('Title').fill(`${String(title)} on Friday`);
      const change = { title: `${String(title)} on Monday`, priority: 'urgent' };
      const { updated_at } = await call('PATCH', ORDER, change);
      await page.clock.setFixedTime(new Date(String(updated_at)).getTime() + 120_000);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('dialog').getByText('on Monday').waitFor();
      await settled(page);
    },
  },
];

/** Creates an order with lines that fit together, as the made-up ones do not. */
async function createOrder({ call }: RunningExample): Promise<Row> {
  const { vehicle_id, mechanic_id, branch_id, tenant_id } = await call('GET', ORDER);
  const parts = await call<Row[]>('GET', '/part?name__ilike=filter&_end=3');
  const used = parts.map(({ id, name, price }, index) => ({
    position: index + 2,
    kind: 'part',
    part_id: id,
    description: name,
    quantity: index + 1,
    unit_price: price,
  }));
  const work = {
    description: 'Change filters',
    quantity: 1.5,
    unit_price: 89,
    hours: 1.5,
  };
  return call('POST', '/work_order', {
    number: 'WO-2026-0061',
    title: 'Yearly service',
    status: 'in_progress',
    priority: 'high',
    complaint: 'Smells of fuel when cold',
    estimate: 320,
    mileage: 48210,
    opened_on: '2026-11-24',
    due_on: '2026-11-26',
    ...{ vehicle_id, mechanic_id, branch_id, tenant_id },
    lines: [{ position: 1, kind: 'labour', ...work }, ...used],
  });
}
