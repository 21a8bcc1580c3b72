import type { Browser, Page } from 'playwright-core';
import reactAdminEnglish from 'ra-language-english';
import { expect, test } from 'vitest';
import { dashboard } from '../../templates/features/dashboard/ui/dashboard/feature';
import { german } from '../../templates/features/german/ui/german/feature';
import { english } from '../../templates/features/admin/ui/i18n/en';
import { search } from '../../templates/features/search/ui/search/feature';
import { tree } from '../../templates/features/tree/ui/tree/feature';
import {
  expectAccessible,
  inFreshWindow,
  open,
  openAccount,
  visit,
  type Visit,
  type VisitOptions,
} from './browser.js';
import { ADMIN, type RunningExample } from './serve-example.js';

/** Whose texts these are, beside German. */
const FEATURES = [dashboard, search, tree];

function textsIn(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) =>
    typeof text === 'string' ? text.split(' |||| ') : textsIn(text as object),
  );
}

const inGerman = new Set(textsIn(german));
const englishTexts = textsIn({
  english,
  ra: reactAdminEnglish,
  own: FEATURES.map((one) => one.texts.en),
});

/** Sentences of ours in English, whatever stands in their gaps; what begins with a gap could be anything. */
const sentences = englishTexts
  .filter((text) => /[a-z]{2}/i.test(text) && !text.startsWith('%{') && !inGerman.has(text))
  .map((text) => {
    const parts = text.split(/%\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`);
  });

/** Every text that the page has for eyes or ears, that is English of ours. */
async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = [document.title];
    for (const element of document.querySelectorAll('body *:not(style, script, noscript)')) {
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '');
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  const said = [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
  expect(said.length).toBeGreaterThan(5);
  return said.filter((text) => sentences.some((sentence) => sentence.test(text)));
}

export interface Lists {
  browser(): Browser;
  service(): RunningExample;
}

/** The back-office in German, and in a language that is written from right to left. */
export function languageTests({ browser, service }: Lists): void {
  async function read(options: VisitOptions, work: (visit: Visit) => Promise<void>): Promise<void> {
    const { url } = service();
    const token = await service().signIn(ADMIN.username, ADMIN.password);
    await inFreshWindow(browser(), url, work, { ...options, token });
  }
  const go = (page: Page, path: string) => open(page, service().url, path);
  const chooseThere = async (page: Page, language: string) => {
    await page.getByRole('button', { name: language, exact: true }).click();
    await page.goBack();
  };
  const choose = async (page: Page, language: string) => {
    await openAccount(page);
    await chooseThere(page, language);
  };
  const written = (page: Page) =>
    page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

  test('a German browser finds every page in German, from signing in to what is refused', async () => {
    const { page, context, complaints } = await visit(browser(), service().url, {
      locale: 'de-AT',
    });
    await page.goto(`${service().url}/admin/login`);
    await page.getByLabel('Benutzername').fill(ADMIN.username);
    await page.getByRole('textbox', { name: 'Passwort' }).fill('falsch');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Der Name oder das Passwort ist falsch.').waitFor();
    expect(await englishOn(page)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Passwort' }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await page.getByText('Aufgaben nach Stand').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await englishOn(page)).toEqual([]);
    expect(await written(page)).toEqual(['de', '']);

    await go(page, '/task?filter=%7B%22status%22%3A%5B%22todo%22%5D%7D');
    await page.getByText('20 Einträge', { exact: true }).waitFor();
    await page.getByText('Stand: Offen', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: '„Step 29“ auswählen' }).check();
    expect(await englishOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('dialog', { name: '1 Eintrag löschen?' }).waitFor();
    expect(await englishOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('anlegen');
    await page.getByRole('option', { name: 'Aufgabe anlegen' }).waitFor();
    expect(await englishOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a language is chosen in one’s account, which no form is lost for, says what is refused, and stays after signing out', () =>
    read({}, async ({ page }) => {
      await go(page, '/task/create');
      await page.getByLabel('Title').fill('Half a task');
      const leave = async (answer: string) => {
        await page.getByRole('button', { name: /account of/ }).click();
        await page.getByRole('menuitem', { name: 'Account' }).click();
        const question = page.getByRole('dialog', { name: 'Leave without saving?' });
        await question.getByRole('button', { name: answer }).click();
        await question.waitFor({ state: 'detached' });
      };
      await leave('Stay');
      expect(await page.getByLabel('Title').inputValue()).toBe('Half a task');
      await leave('Leave');
      await chooseThere(page, 'Deutsch');
      await page.getByRole('heading', { level: 1, name: 'Aufgabe anlegen' }).waitFor();
      await expectRefusals(page);
      await go(page, '/task');
      await page.getByRole('button', { name: 'Spalten' }).waitFor();
      await page.getByRole('button', { name: /Konto von/ }).click();
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Abmelden' }).click();
      await page.getByLabel('Benutzername').waitFor();
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByLabel('User name').waitFor();
      expect(await written(page)).toEqual(['en', '']);
    }));

  test('from right to left and back again, light and dark', () =>
    read({}, async ({ page }) => {
      const menuAt = async () => (await page.getByRole('navigation').first().boundingBox())!.x;
      await go(page, '/task');
      expect(await menuAt()).toBe(0);
      await choose(page, 'العربية');
      await page.getByRole('heading', { level: 1, name: 'مهام' }).waitFor();
      expect(await written(page)).toEqual(['ar', 'rtl']);
      expect(await menuAt()).toBeGreaterThan(1000);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Dark theme' }).click();
      expect(await menuAt()).toBeGreaterThan(1000);
      await expectAccessible(page, { colorsOnly: true });
      await choose(page, 'English');
      await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
      expect([await menuAt(), ...(await written(page))]).toEqual([0, 'en', '']);
    }));
}

/** On the form of a new task: what has a code is said in German, with its numbers, and what only the service knows in its words. */
async function expectRefusals(page: Page): Promise<void> {
  await page.route('**/api/task', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: REFUSED })
      : route.continue(),
  );
  await page.getByLabel('Titel').fill('Zu lang');
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  const said = ['Höchstens 1.000 Zeichen.', 'Fällig am is a holiday.', 'Geplant must be small.'];
  for (const text of said) await page.getByText(text, { exact: true }).last().waitFor();
  expect(await englishOn(page)).toEqual([]);
  await expectAccessible(page);
  await page.unroute('**/api/task');
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('button', { name: 'Verlassen' }).click();
}

const REFUSED = JSON.stringify({
  status: 422,
  detail: 'title must have at most 1000 characters.',
  problems: [
    {
      field: 'title',
      code: 'too-long',
      message: 'title must have at most 1000 characters.',
      params: { max: 1000 },
    },
    { field: 'due_date', code: 'rule', message: 'due_date is a holiday.' },
    {
      field: 'planned_work_hours',
      code: 'too-large',
      message: 'planned_work_hours must be small.',
    },
  ],
  errors: {},
});
