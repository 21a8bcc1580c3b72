import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Row } from './serve-example.js';
import type { Place } from './place.js';

const palette = (page: Page) => page.getByRole('dialog').getByRole('combobox');

/** The palette: what it finds beside text, and what it remembers. */
export function searchTests({ as, go, call }: Place): void {
  test('letters typed right after Ctrl+K are not lost', () =>
    as('admin', async ({ page }) => {
      await go(page, '/project');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('relaunch');
      await expect.poll(() => palette(page).inputValue()).toBe('relaunch');
      await page.getByRole('option', { name: /Website relaunch/ }).waitFor();
    }));

  test('a record is found by its number, also of a model that is not registered', () =>
    as('admin', async ({ page }) => {
      const task = await call<Row>('POST', '/task', { title: 'Water the plants' });
      await call('POST', '/task', { title: `Room ${task.id}` });
      await go(page, '/project');
      await page.keyboard.press('Control+k');
      await palette(page).fill(`#${task.id}`);
      await page.getByRole('option', { name: 'Water the plants' }).waitFor();
      await palette(page).fill(String(task.id));
      await page.getByRole('option', { name: `Room ${task.id}` }).waitFor();
      await page.getByRole('option', { name: 'Water the plants' }).waitFor();
      await palette(page).fill('team member 1');
      await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
      await expect.poll(() => page.getByRole('option').count()).toBe(1);
    }));

  test('what was opened lately comes first, under its present name, and as long as it is there', () =>
    as('admin', async ({ page }) => {
      const [gone, kept] = await Promise.all(
        ['Paint the door', 'Mend the gate'].map((title) => call<Row>('POST', '/task', { title })),
      );
      for (const { id } of [gone!, kept!]) await go(page, `/task/${id}/show`);
      await call('DELETE', `/task/${gone!.id}`);
      await call('PATCH', `/task/${kept!.id}`, { title: 'Mend the fence' });
      await go(page, '/project');
      await page.keyboard.press('Control+k');
      await page.getByText('Recently opened').waitFor();
      const first = page.getByRole('option').first();
      await expect.poll(() => first.innerText()).toBe('Mend the fence');
      expect(await page.getByText('Paint the door').count()).toBe(0);
      await palette(page).fill('fence');
      await expect.poll(() => page.getByRole('option').count()).toBe(1);
    }));
}
