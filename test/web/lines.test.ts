import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  asUser,
  expectAccessible,
  goOffline,
  open,
  openBrowser,
  type Visit,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { serveLines } from './lines/serve-lines.js';
import { ADMIN, PASSWORD, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();
const MANAGER = { username: 'mia', password: PASSWORD };
const VIEWER = { username: 'vic', password: PASSWORD };

interface Line {
  id?: number;
  code: string;
  [field: string]: unknown;
}

describe.skipIf(chromium === null)('lines in the form of their record', () => {
  let service: RunningExample;
  let browser: Browser;
  let count = 0;
  let order: Row & { lines: Line[] };

  beforeAll(async () => {
    [service, browser] = await Promise.all([serveLines(), openBrowser(chromium ?? '')]);
    for (const [name, price] of [
      ['Oil filter', 12.5],
      ['Brake disc', 89.9],
      ['Wiper', null],
    ])
      await service.call('POST', '/part', { name, price });
    for (const [user, role] of [
      [MANAGER, 'Manager'],
      [VIEWER, 'Viewer'],
    ] as const) {
      const email = `${user.username}@example.com`;
      await service.call('POST', '/user', { ...user, email, roles: [role] });
    }
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  beforeEach(async () => {
    const lines = [
      { part_id: 1, code: 'F1', quantity: 2, price: 12.5, amount: 25 },
      { part_id: 2, code: 'B7', quantity: 1, price: 80, amount: 80, discount: 0.1 },
      { code: 'W3', quantity: 4, amount: 0.1 },
    ];
    order = await service.call('POST', '/order', { number: `A-${(count += 1)}`, lines });
  });

  const as = (who: typeof ADMIN, work: (visit: Visit) => Promise<void>, options?: VisitOptions) =>
    asUser(browser, service.url, who, work, options);
  const edit = (page: Page) => open(page, service.url, `/order/${order.id}`);
  const row = (page: Page, place: number): Locator =>
    page
      .getByRole('table', { name: 'Lines' })
      .locator('tbody:not([aria-hidden]) tr')
      .nth(place - 1);
  const cell = (page: Page, place: number, label: string): Locator =>
    row(page, place).getByLabel(RegExp(`^${label}`));
  const codes = (page: Page): Promise<string[]> =>
    page
      .getByLabel(/^Code/)
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const focused = (page: Page): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);
  const readLines = async (): Promise<Line[]> =>
    (await service.call<Row & { lines: Line[] }>('GET', `/order/${order.id}?_expand=lines`)).lines;
  /** What the form sends. */
  const sentBy = async (page: Page, save: () => Promise<unknown>) => {
    const asked = page.waitForRequest((request) => /POST|PATCH/.test(request.method()));
    await save();
    return (await asked).postDataJSON() as { lines?: Line[] };
  };
  const press = (page: Page, ...keys: string[]) =>
    keys.reduce<Promise<void>>(
      (done, key) => done.then(() => page.keyboard.press(key)),
      Promise.resolve(),
    );
  const saved = (page: Page) => page.getByRole('heading', { level: 1, name: /^A-|^N-/ }).waitFor();

  test('an order with five lines takes one page and at most eight clicks', () =>
    as(ADMIN, async ({ page }) => {
      await open(page, service.url, '/order/create');
      let clicks = 0;
      const click = (name: string) => {
        clicks += 1;
        return page.getByRole('button', { name, exact: true }).click();
      };
      await page.keyboard.type('N-1');
      for (const place of [1, 2, 3, 4, 5]) {
        await click('Add order line');
        await page.keyboard.press('Tab');
        await page.keyboard.type(`C${place}`);
        await page.keyboard.press('Tab');
        await page.keyboard.type(String(place));
      }
      const body = await sentBy(page, () => click('Create'));
      await saved(page);
      expect(clicks).toBeLessThanOrEqual(8);
      expect(body.lines?.map(({ code, quantity }) => [code, quantity])).toEqual([
        ['C1', 1],
        ['C2', 2],
        ['C3', 3],
        ['C4', 4],
        ['C5', 5],
      ]);
      const shown = page.getByRole('region', { name: 'Lines' }).getByRole('row');
      expect(await shown.count()).toBe(6);
    }));

  test('by mouse, the line after the last one is there once a cell of it is pressed, and one of five lines takes a click', () =>
    as(ADMIN, async ({ page }) => {
      await open(page, service.url, '/order/create');
      let clicks = 0;
      const click = (locator: Locator) => {
        clicks += 1;
        return locator.click();
      };
      const next = (column: string) => page.locator(`[data-next="${column}"]`);
      await page.keyboard.type('N-9');
      await click(next('unit'));
      await click(page.getByRole('option', { name: 'Hour' }));
      for (const place of [1, 2, 3, 4, 5]) {
        await click(place === 1 ? cell(page, 1, 'Code') : next('code'));
        expect(await focused(page)).toBe(`lines.${place - 1}.code`);
        await page.keyboard.type(`M${place}`);
        // A kind is as in the line before, a number as it always begins.
        expect(await next('unit').innerText()).toBe('Hour');
        expect(await next('quantity').innerText()).toBe('1');
      }
      await expectAccessible(page);
      // A press that opens a list opens that of the new line; without a choice the line is not sent.
      await click(next('part_id'));
      await page.getByRole('option', { name: 'Oil filter' }).waitFor();
      await page.keyboard.press('Escape');
      const body = await sentBy(page, () =>
        click(page.getByRole('button', { name: 'Create', exact: true })),
      );
      await saved(page);
      expect(clicks).toBeLessThanOrEqual(9);
      expect(body.lines?.map(({ code, unit }) => [code, unit])).toEqual(
        ['M1', 'M2', 'M3', 'M4', 'M5'].map((code) => [code, 'hour']),
      );
    }));

  test('by keyboard alone: Enter goes down and adds a line, and what nobody typed into is not sent', () =>
    as(ADMIN, async ({ page }) => {
      await open(page, service.url, '/order/create');
      await page.keyboard.type('N-2');
      await press(page, 'Tab', 'Tab', 'Tab', 'Enter');
      for (const place of [1, 2, 3, 4, 5]) {
        await expect.poll(() => row(page, place).count()).toBe(1);
        // What is not found yet cannot be chosen, nor anything else in its place.
        await page.keyboard.type('Oil');
        await press(page, 'ArrowDown', 'Enter');
        await page.getByRole('option', { name: 'Oil filter' }).waitFor();
        await press(page, 'ArrowDown', 'Enter', 'Tab');
        expect(await focused(page)).toBe(`lines.${place - 1}.code`);
        await page.keyboard.type(`K${place}`);
        await page.keyboard.press('Enter');
      }
      await expect.poll(() => row(page, 6).count()).toBe(1);
      const body = await sentBy(page, () => page.keyboard.press('Control+s'));
      await saved(page);
      expect(body.lines).toHaveLength(5);
      const values = { part_id: 1, code: 'K5', quantity: 1, unit: 'piece', price: 12.5 };
      expect(body.lines?.[4]).toEqual(values);
    }));

  test('what is typed is taken by Enter and by Tab: the first match, and what is typed in full before others', () =>
    as(ADMIN, async ({ page }) => {
      const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
      const customers = numbers.map((at) => ({ name: `Customer ${at}`, number: `${at}` }));
      const made = await service.call<readonly Row[]>('POST', '/customer', customers);
      await open(page, service.url, '/order/create');
      const picked = (label: string) => page.getByRole('combobox', { name: label });
      await picked('Customer').focus();
      await page.keyboard.type('1');
      await page.getByRole('option', { name: 'Customer 21' }).waitFor();
      await press(page, 'Enter');
      await expect.poll(() => picked('Customer').inputValue()).toBe('Customer 1');
      await picked('Customer').fill('Customer 27');
      await expect
        .poll(() => page.getByRole('option').allInnerTexts())
        .toEqual(['Customer 27', 'Create “Customer 27”']);
      await press(page, 'Tab');
      await expect.poll(() => picked('Customer').inputValue()).toBe('Customer 27');
      await page.getByLabel('Number').fill('N-7');
      const body = await sentBy(page, () => page.keyboard.press('Control+s'));
      expect(body).toMatchObject({ customer_id: made[26]!.id });
      await saved(page);
    }));

  test('a record that is not there yet is made beside the form, which takes it', () =>
    as(ADMIN, async ({ page }) => {
      // The panel is about the customer: what the address says of the order is not.
      await open(
        page,
        service.url,
        `/order/create?source=${JSON.stringify({ notes: 'By phone' })}`,
      );
      await page.getByLabel('Number').fill('N-8');
      const customer = page.getByRole('combobox', { name: 'Customer' });
      await customer.fill('Nobody Yet');
      await page.getByRole('option', { name: 'Create “Nobody Yet”' }).click();
      const panel = page.getByRole('dialog', { name: 'New customer' });
      await expect.poll(() => panel.getByLabel('Name').inputValue()).toBe('Nobody Yet');
      await expectAccessible(page);
      await panel.getByLabel('Number').fill('N-8');
      const made = await sentBy(page, () => page.keyboard.press('Control+s'));
      expect(made).toEqual({ name: 'Nobody Yet', number: 'N-8' });
      await panel.waitFor({ state: 'detached' });
      await expect.poll(() => customer.inputValue()).toBe('Nobody Yet');

      await page.getByRole('button', { name: 'Add order line' }).click();
      await cell(page, 1, 'Part').click();
      await page.keyboard.type('Gasket');
      await page.getByRole('option', { name: 'Create “Gasket”' }).waitFor();
      await press(page, 'Enter');
      const newPart = page.getByRole('dialog', { name: 'New part' });
      await newPart.getByLabel('Price').fill('3.5');
      // Leaving asks first, and the form behind stays.
      await press(page, 'Escape');
      await page.getByRole('button', { name: 'Stay' }).click();
      await newPart.getByRole('button', { name: 'Create' }).click();
      await newPart.waitFor({ state: 'detached' });
      await cell(page, 1, 'Code').fill('G1');
      const body = await sentBy(page, () => page.keyboard.press('Control+s'));
      expect(body).toMatchObject({
        ...{ number: 'N-8', notes: 'By phone', customer_id: expect.any(Number) },
        lines: [{ code: 'G1', part_id: expect.any(Number), price: 3.5 }],
      });
      await saved(page);
    }));

  test('Enter stays in the column, and Alt with an arrow moves the line with its focus', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      // Enter opens no list, as the space bar does.
      await cell(page, 1, 'Unit').focus();
      await page.keyboard.press('Enter');
      expect(await cell(page, 2, 'Unit').evaluate((one) => one === document.activeElement)).toBe(
        true,
      );
      expect(await page.getByRole('listbox').count()).toBe(0);
      await press(page, 'Space', 'ArrowDown', 'Enter');
      await cell(page, 2, 'Unit').getByText('Hour').waitFor();
      await press(page, 'Space', 'ArrowUp', 'Enter');
      await cell(page, 1, 'Quantity').focus();
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('lines.1.quantity');
      await press(page, 'Alt+ArrowUp');
      expect([await codes(page), await focused(page)]).toEqual([
        ['B7', 'F1', 'W3'],
        'lines.0.quantity',
      ]);
      await page.getByRole('status').getByText('Line 2 is now line 1 of 3').waitFor();
      await press(page, 'Alt+ArrowDown', 'Alt+ArrowDown');
      expect([await codes(page), await focused(page)]).toEqual([
        ['F1', 'W3', 'B7'],
        'lines.2.quantity',
      ]);
      await press(page, 'Alt+ArrowDown');
      expect(await codes(page)).toEqual(['F1', 'W3', 'B7']);
      const body = await sentBy(page, () => page.keyboard.press('Control+s'));
      await saved(page);
      const [first, second, third] = order.lines.map(({ id }) => ({ id }));
      expect(body).toEqual({ lines: [first, third, second] });
      expect((await readLines()).map(({ code, position }) => [code, position])).toEqual([
        ['F1', 1],
        ['W3', 2],
        ['B7', 3],
      ]);
    }));

  test('a line is dragged by its handle', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      const from = (await page.getByLabel('Move line 3', { exact: true }).boundingBox())!;
      const to = (await row(page, 1).boundingBox())!;
      await page.mouse.move(from.x + 5, from.y + 5);
      await page.mouse.down();
      await page.mouse.move(from.x + 5, to.y + 4, { steps: 5 });
      expect(await row(page, 1).getAttribute('data-mark')).toBe('before');
      await page.mouse.up();
      expect(await codes(page)).toEqual(['W3', 'F1', 'B7']);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await saved(page);
      expect((await readLines()).map(({ code }) => code)).toEqual(['W3', 'F1', 'B7']);
    }));

  test('a removed line is struck through until it is saved, and can be taken back', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      const remove = (place: number) =>
        page.getByRole('button', { name: `Remove line ${place}`, exact: true }).click();
      await remove(1);
      await page.getByRole('status').getByText('Line 1 is removed when you save').waitFor();
      const undo = row(page, 1).getByRole('button', { name: 'Undo' });
      expect(await undo.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(
        await page
          .locator('[name="lines.0.code"]')
          .evaluate((one) => getComputedStyle(one).textDecorationLine),
      ).toBe('line-through');
      // Its cells are passed over.
      await cell(page, 2, 'Code').focus();
      await press(page, 'Shift+Tab', 'Shift+Tab');
      expect(await undo.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBeNull();
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
      await remove(2);
      await cell(page, 1, 'Code').fill('F2');
      const body = await sentBy(page, () => page.keyboard.press('Control+s'));
      await saved(page);
      const [first, second, third] = order.lines.map(({ id }) => id);
      expect(body.lines).toEqual([
        { id: first, code: 'F2' },
        { id: second, _delete: true },
        { id: third },
      ]);
      expect((await readLines()).map(({ code }) => code)).toEqual(['F2', 'W3']);
    }));

  test('a removed line stays so where others are moved past it', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      await page.getByRole('button', { name: 'Remove line 1', exact: true }).click();
      await cell(page, 2, 'Code').focus();
      await press(page, 'Alt+ArrowUp');
      expect(await codes(page)).toEqual(['B7', 'F1', 'W3']);
      await row(page, 2).getByRole('button', { name: 'Undo' }).waitFor();
      expect(await row(page, 1).getByRole('button', { name: 'Undo' }).count()).toBe(0);
      const body = await sentBy(page, () => page.keyboard.press('Control+s'));
      await saved(page);
      const [first, second, third] = order.lines.map(({ id }) => id);
      expect(body.lines).toEqual([{ id: second }, { id: first, _delete: true }, { id: third }]);
      expect((await readLines()).map(({ code }) => code)).toEqual(['B7', 'W3']);
    }));

  test('a form that is as it was sends no lines, and leaves without a question', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      await page.getByRole('button', { name: 'Remove line 1' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await cell(page, 1, 'Code').fill('F9');
      await cell(page, 1, 'Code').fill('F1');
      await page.getByLabel('Notes').fill('soon');
      const body = await sentBy(page, () => page.keyboard.press('Control+s'));
      await saved(page);
      expect(body).toEqual({ notes: 'soon' });
      await edit(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await saved(page);
    }));

  test('problems stand at their cells, the first of which has the focus', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      await cell(page, 2, 'Quantity').fill('0');
      await page.keyboard.press('Control+s');
      await row(page, 2)
        .getByText('Must be at least 1')
        .or(row(page, 2).getByText(/at least 1|minimum/i))
        .first()
        .waitFor();
      await expect.poll(() => focused(page)).toBe('lines.1.quantity');
      await cell(page, 2, 'Quantity').fill('1');
      // Only the service knows this; a removed new line before it is not among those that it gets.
      await page.getByRole('button', { name: 'Add order line' }).click();
      await cell(page, 4, 'Code').fill('X');
      await press(page, 'Alt+ArrowUp', 'Alt+ArrowUp');
      await page.getByRole('button', { name: 'Remove line 2', exact: true }).click();
      await cell(page, 4, 'Code').fill('F1');
      await page.keyboard.press('Control+s');
      await page
        .getByRole('alert')
        .getByText(/Line 4/)
        .first()
        .waitFor();
      await expect.poll(() => focused(page)).toBe('lines.3.code');
      expect(await cell(page, 4, 'Code').getAttribute('aria-invalid')).toBe('true');
      expect(await cell(page, 3, 'Code').getAttribute('aria-invalid')).toBe('false');
      await cell(page, 4, 'Code').fill('W4');
      await page.keyboard.press('Control+s');
      await saved(page);
      expect((await readLines()).map(({ code }) => code)).toEqual(['F1', 'B7', 'W4']);
    }));

  test('sums follow what is typed and removed, and stand on the page of the record', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      const sum = page.getByRole('row', { name: /^Totals/ });
      const isSum = (text: string) => expect.poll(() => sum.innerText()).toContain(text);
      await isSum('105.10');
      await cell(page, 1, 'Amount').fill('30');
      await isSum('110.10');
      await page.getByRole('button', { name: 'Remove line 2' }).click();
      await isSum('30.10');
      await page.keyboard.press('Control+s');
      await saved(page);
      await isSum('30.10');
    }));

  test('a chosen part fills the price, unless somebody has typed one', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      const choose = async (place: number, name: string) => {
        await cell(page, place, 'Part').click();
        await page.getByRole('option', { name }).click();
      };
      const price = (place: number) => cell(page, place, 'Price').inputValue();
      await choose(1, 'Brake disc');
      expect(await price(1)).toBe('89.90');
      await choose(1, 'Oil filter');
      expect(await price(1)).toBe('12.50');
      await choose(3, 'Brake disc');
      expect(await price(3)).toBe('89.90');
      await page.getByRole('button', { name: 'Add order line' }).click();
      await cell(page, 4, 'Price').fill('11');
      await choose(4, 'Oil filter');
      expect(await price(4)).toBe('11.00');
      await cell(page, 2, 'Price').fill('70');
      // What else is done in the grid does not make it forget that.
      await page.getByRole('button', { name: 'Add order line' }).click();
      await choose(2, 'Oil filter');
      expect(await price(2)).toBe('70.00');
      await choose(1, 'Brake disc');
      expect(await price(1)).toBe('89.90');
    }));

  test('a change by somebody else is noticed, and both are kept', () =>
    as(ADMIN, async ({ page }) => {
      await edit(page);
      await cell(page, 1, 'Quantity').fill('7');
      const [first, second] = order.lines;
      await service.call('PATCH', `/order_line/${first!.id}`, { code: 'F5' });
      await service.call('DELETE', `/order_line/${second!.id}`);
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Someone else has changed this' });
      await dialog.getByText('2 lines').waitFor();
      await dialog.getByText('3 lines').waitFor();
      // Both sides say what they have made of the lines, not only how many there are.
      await dialog.getByText('Line 1, Oil filter: Code F5').waitFor();
      await dialog.getByText('Line 2, removed').waitFor();
      await dialog.getByText('Line 1, Oil filter: Quantity 7').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save this version' }).click();
      await saved(page);
      expect((await readLines()).map(({ code, quantity }) => [code, quantity])).toEqual([
        ['F5', 7],
        ['W3', 4],
      ]);
    }));

  test('the page of a record has its lines by one request, in their order, and a copy has them, too', () =>
    as(ADMIN, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await open(page, service.url, `/order/${order.id}/show`);
      const shown = page.getByRole('region', { name: 'Lines' }).locator('tbody tr');
      expect(await shown.locator('.column-code').allInnerTexts()).toEqual(['F1', 'B7', 'W3']);
      // Nothing is cut at its side.
      const frame = page
        .getByRole('region', { name: 'Lines' })
        .locator('.RaDataTable-tableWrapper');
      expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThan(1);
      expect(asked.filter((url) => url.includes('/api/order_line'))).toEqual([]);
      expect(asked.filter((url) => url.includes(`/api/order/`))).toHaveLength(1);
      expect(await page.getByRole('tab').count()).toBe(0);
      await page.getByRole('link', { name: 'Clone' }).click();
      await page.getByLabel('Number').fill('N-3');
      await page.getByRole('table', { name: 'Lines' }).waitFor();
      const body = await sentBy(page, () => page.getByRole('button', { name: 'Create' }).click());
      await saved(page);
      expect(body.lines?.map(({ code }) => code)).toEqual(['F1', 'B7', 'W3']);
      expect(body.lines?.some((line) => 'id' in line)).toBe(false);
      await page.getByRole('link', { name: 'Edit lines' }).click();
      await page.getByRole('heading', { name: 'Edit N-3' }).waitFor();
    }));

  describe('opened from the list at once', () => {
    /** Until it is let go, the record does not arrive: there is the row of the list alone. */
    const withheld = async (page: Page): Promise<() => void> => {
      let letGo = () => {};
      const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(RegExp(`/api/order/${order.id}\\?`), async (route) => {
        await isLetGo;
        await route.continue();
      });
      await open(page, service.url, '/order');
      await page.getByRole('link', { name: String(order['number']), exact: true }).click();
      await page.getByRole('heading', { level: 1, name: String(order['number']) }).waitFor();
      return letGo;
    };
    const lines = (page: Page) => page.getByRole('region', { name: 'Lines' });

    test('its page has its lines, and a place for them until they are there', () =>
      as(ADMIN, async ({ page }) => {
        const letGo = await withheld(page);
        await lines(page).getByRole('progressbar').waitFor();
        await expectAccessible(page);
        // A copy would have none of them.
        const clone = page.getByRole('link', { name: 'Clone' });
        expect(await clone.isDisabled()).toBe(true);
        letGo();
        const shown = lines(page).locator('tbody tr .column-code');
        await expect.poll(() => shown.allInnerTexts()).toEqual(['F1', 'B7', 'W3']);
        expect(await clone.isEnabled()).toBe(true);
      }));

    test('its form begins with the record, not with the row of the list, and saves that version alone', () =>
      as(ADMIN, async ({ page }) => {
        const letGo = await withheld(page);
        await page.getByRole('link', { name: 'Edit', exact: true }).click();
        await page.getByRole('progressbar').first().waitFor();
        expect(await page.getByLabel('Number').count()).toBe(0);
        letGo();
        await cell(page, 1, 'Code').fill('F4');
        const asked = page.waitForRequest((request) => request.method() === 'PATCH');
        await page.keyboard.press('Control+s');
        expect((await asked).headers()['if-match']).toBeDefined();
        await saved(page);
      }));

    test('without a connection it says that its lines are not there', () =>
      as(ADMIN, async (window) => {
        const { page, context } = window;
        await open(page, service.url, `/order/${order.id}/show`);
        await open(page, service.url, '/order');
        await goOffline(window);
        await page.getByRole('link', { name: String(order['number']), exact: true }).click();
        await lines(page).getByRole('alert').getByText('The service cannot be reached.').waitFor();
        await context.setOffline(false);
        await lines(page).getByText('B7').waitFor();
      }));
  });

  test('who may do less has no buttons for it', async () => {
    await as(MANAGER, async ({ page }) => {
      await edit(page);
      expect(await page.getByRole('button', { name: /^Remove line/ }).count()).toBe(0);
      expect(await cell(page, 2, 'Discount').isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Add order line' }).click();
      expect(await cell(page, 4, 'Discount').count()).toBe(0);
      await page.getByRole('button', { name: 'Remove line 4' }).click();
      await expect.poll(() => row(page, 4).count()).toBe(0);
    });
    await as(VIEWER, async ({ page }) => {
      await open(page, service.url, `/order/${order.id}/show`);
      await page.getByRole('region', { name: 'Lines' }).getByText('B7').waitFor();
      expect(await page.getByRole('link', { name: 'Edit lines' }).count()).toBe(0);
    });
  });

  test('a phone has a card for each line, and no wider page', () =>
    as(
      ADMIN,
      async ({ page }) => {
        await edit(page);
        await page.getByRole('button', { name: 'Add order line' }).click();
        await expectAccessible(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(390);
        const card = (await row(page, 1).boundingBox())!;
        expect(card.height).toBeGreaterThan(150);
        await open(page, service.url, `/order/${order.id}/show`);
        await page.getByText('105.10').waitFor();
        await expectAccessible(page);
      },
      // As high as its page: the bar of buttons covers none of it.
      { width: 390, height: 1800, touch: true },
    ));

  test.each(['light', 'dark'] as const)('nothing is in the way of anybody (%s)', (colorScheme) => {
    const look = { colorsOnly: colorScheme === 'dark', minor: true };
    return as(
      ADMIN,
      async ({ page }) => {
        await open(page, service.url, `/order/${order.id}/show`);
        await expectAccessible(page, look);
        await edit(page);
        await page.getByRole('button', { name: 'Remove line 2' }).click();
        await cell(page, 1, 'Code').fill('');
        await page.keyboard.press('Control+s');
        await row(page, 1).getByText('Required').waitFor();
        await expectAccessible(page, look);
      },
      { colorScheme },
    );
  });

  describe('many of them', () => {
    beforeEach(async () => {
      const lines = Array.from({ length: 60 }, (_, at) => {
        const line = { code: `C${at + 1}`, quantity: at + 1, price: 12.5, amount: 1000.25 };
        return { ...line, part_id: at % 2 === 0 ? 1 : 2 };
      });
      order = await service.call('POST', '/order', { number: `A-many-${(count += 1)}`, lines });
    });
    const inputs = (page: Page, place: number) => row(page, place).locator('input').count();
    const text = (page: Page, place: number, column: string): Locator =>
      row(page, place).locator(`[data-column="${column}"]`);
    /** What is selected in the input that has the focus. */
    const selected = (page: Page) =>
      page.evaluate(() => {
        const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
        return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
      });
    /** Answers of the service in which lines have values that it would take from nobody. */
    const withValues = (page: Page, values: Readonly<Record<number, object>>) =>
      page.route(RegExp(`/api/order/${order.id}\\?`), async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        const answer = await route.fetch();
        const read = (await answer.json()) as { lines: Line[] };
        const lines = read.lines.map((line, at) => ({ ...line, ...values[at + 1] }));
        await route.fulfill({ response: answer, json: { ...read, lines } });
      });

    test('those beyond the first are text, which the page can be searched for, until somebody enters them', () =>
      as(ADMIN, async ({ page }) => {
        await edit(page);
        await text(page, 60, 'part_id').getByText('Brake disc').waitFor();
        expect(await row(page, 60).innerText()).toMatch(/C60\s+60\s+Piece\s+12\.50\s+1000\.25/);
        expect([await inputs(page, 20), await inputs(page, 21), await inputs(page, 60)]).toEqual([
          expect.any(Number),
          0,
          0,
        ]);
        await text(page, 60, 'quantity').click();
        expect(await focused(page)).toBe('lines.59.quantity');
        expect([await inputs(page, 59), await inputs(page, 60)]).toEqual([0, expect.any(Number)]);
        await page.keyboard.type('7');
        await cell(page, 60, 'Amount').fill('0.25');
        await page
          .getByRole('row', { name: /^Totals/ })
          .getByText('59,015.00')
          .waitFor();
        // A list opens by the first click.
        await text(page, 50, 'unit').click();
        await page.getByRole('option', { name: 'Hour' }).click();
        await text(page, 40, 'part_id').click();
        await page.getByRole('option', { name: 'Wiper' }).click();
        await page.getByRole('button', { name: 'Remove line 30', exact: true }).click();
        await row(page, 30).getByRole('button', { name: 'Undo' }).waitFor();
        const body = await sentBy(page, () => page.keyboard.press('Control+s'));
        await saved(page);
        const changed = body.lines?.filter((line) => Object.keys(line).length > 1);
        const idOf = (place: number) => order.lines[place - 1]!.id;
        expect(changed).toEqual([
          { id: idOf(30), _delete: true },
          { id: idOf(40), part_id: 3, price: null },
          { id: idOf(50), unit: 'hour' },
          { id: idOf(60), quantity: 7, amount: 0.25 },
        ]);
      }));

    test('keys go through them as through the first ones', () =>
      as(ADMIN, async ({ page }) => {
        await edit(page);
        await cell(page, 20, 'Code').focus();
        await press(page, 'Enter', 'Enter');
        expect(await focused(page)).toBe('lines.21.code');
        expect([await inputs(page, 22), await inputs(page, 23)]).toEqual([expect.any(Number), 0]);
        const remove = (place: number) =>
          page.getByRole('button', { name: `Remove line ${place}`, exact: true });
        await remove(30).focus();
        await press(page, 'Tab', 'Tab');
        expect([await focused(page), await selected(page)]).toEqual(['lines.30.code', 'C31']);
        await remove(40).focus();
        await press(page, 'Shift+Tab', 'Shift+Tab');
        expect(await focused(page)).toBe('lines.39.amount');
        await page.keyboard.type('5');
        expect(await cell(page, 40, 'Amount').inputValue()).toBe('5');
        await press(page, 'Alt+ArrowDown');
        expect(await focused(page)).toBe('lines.40.amount');
        await text(page, 40, 'code').getByText('C41').waitFor();
        expect(await cell(page, 41, 'Code').inputValue()).toBe('C40');
        await page.getByRole('button', { name: 'Add order line' }).click();
        await press(page, 'Tab');
        expect(await focused(page)).toBe('lines.60.code');
        await remove(61).click();
        // The line before it is entered, as it is where all have inputs.
        await expect.poll(() => inputs(page, 60)).toBeGreaterThan(0);
      }));

    test('what is wrong with text is told, counted, and gone to', () =>
      as(ADMIN, async ({ page }) => {
        await withValues(page, { 45: { quantity: 0 }, 50: { code: null }, 55: { code: null } });
        await edit(page);
        await page.getByLabel('Notes').fill('soon');
        await page.keyboard.press('Control+s');
        await page.getByText('3 lines have a problem.').waitFor();
        await expect.poll(() => focused(page)).toBe('lines.44.quantity');
        expect(await cell(page, 45, 'Quantity').getAttribute('aria-invalid')).toBe('true');
        expect(await text(page, 50, 'code').innerText()).toContain('Required');
        expect(await inputs(page, 50)).toBe(0);
        await expectAccessible(page);
        await page.keyboard.type('5');
        await text(page, 50, 'code').click();
        await page.keyboard.type('N1');
        await page.getByText('1 line has a problem.').waitFor();
        await page.keyboard.press('Control+s');
        await expect.poll(() => focused(page)).toBe('lines.54.code');
        await page.getByRole('button', { name: 'Remove line 55', exact: true }).click();
        await page.keyboard.press('Control+s');
        await saved(page);
        expect((await readLines()).map(({ code }) => code)).not.toContain('C55');
      }));

    test('a phone has cards of text, whose labels stand in them', () =>
      as(
        ADMIN,
        async ({ page }) => {
          await edit(page);
          await expectAccessible(page);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width).toBeLessThanOrEqual(390);
          await text(page, 60, 'quantity').tap();
          await expect.poll(() => focused(page)).toBe('lines.59.quantity');
        },
        { width: 390, height: 1800, touch: true },
      ));
  });

  test('lists do not load the grid', () =>
    as(ADMIN, async ({ page }) => {
      const texts: Promise<string>[] = [];
      let asked = 0;
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.endsWith('.js')) texts.push(response.text());
        if (pathname.startsWith('/api/')) asked += 1;
      });
      const hasGrid = async () =>
        (await Promise.all(texts)).some((text) => text.includes('Alt+ArrowUp Alt+ArrowDown'));
      await open(page, service.url, '/order');
      expect(asked).toBeLessThanOrEqual(8);
      expect(await hasGrid()).toBe(false);
      await edit(page);
      expect(await hasGrid()).toBe(true);
    }));

  test('German has words for all of it', () =>
    as(
      ADMIN,
      async ({ page }) => {
        await edit(page);
        await page.getByRole('button', { name: 'Position 1 entfernen' }).click();
        await page.getByRole('button', { name: 'Rückgängig' }).waitFor();
        expect(await page.getByText(/lines\.[a-z]+/).count()).toBe(0);
      },
      { locale: 'de-DE' },
    ));
});
