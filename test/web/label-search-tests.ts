import { expect, test } from 'vitest';
import { offeredIn } from './browser.js';
import type { Clinic } from './dependents-tests.js';

/** Whoever is called `Findable, Kim` on the screen is found by that, wherever one searches. */
export function labelSearchTests({ call, asChief, go, token }: Clinic): void {
  const LABEL = 'Findable, Kim';
  const SEARCHES = [LABEL, 'kim findable'];

  test('a record is found by its label in lists, in the palette and by inputs that refer to it', async () => {
    const chief = await token();
    for (const [number, first_name] of [
      ['F-1', 'Kim'],
      ['F-2', 'Lou'],
    ])
      await call('POST', '/patient', { number, first_name, last_name: 'Findable' }, chief);
    await asChief(async ({ page }) => {
      await go(page, '/patient');
      const search = page.getByRole('searchbox');
      for (const text of SEARCHES) {
        await search.fill(text);
        await page.getByText('1 record', { exact: true }).waitFor();
        await page.getByRole('main').getByText('F-1', { exact: true }).waitFor();
        await search.fill('');
        await page.getByText('1 record', { exact: true }).waitFor({ state: 'detached' });
      }
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog').getByRole('combobox');
      for (const text of SEARCHES) {
        await palette.fill(text);
        await page.getByRole('option', { name: LABEL }).waitFor();
        await expect.poll(() => page.getByRole('option').count()).toBe(1);
        await palette.fill('');
      }
      await go(page, '/appointment/create');
      const picker = page.getByRole('combobox', { name: 'Patient' });
      for (const text of SEARCHES) {
        await picker.fill(text);
        await expect.poll(() => offeredIn(page)).toEqual([LABEL, `Create “${text}”`]);
        await picker.fill('');
      }
    });
  });
}
