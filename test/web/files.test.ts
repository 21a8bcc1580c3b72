import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFeatures } from '../../src/project/change/feature-changes.js';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { withList } from '../support/list-models.js';
import {
  asUser,
  expectAccessible,
  open,
  openBrowser,
  type Visit,
  type VisitOptions,
} from './browser.js';
import { findChromium } from './find-chromium.js';
import { LANGUAGE_FILES } from './language-files.js';
import { ADMIN, serveProject, type Row, type RunningExample } from './serve-example.js';

const chromium = findChromium();

const SPEC = `
models:
  Product:
    fields:
      name: string:required
      photo: image
      contract: file=100kb:help=As both have signed it
  Employee:
    label: '{first_name} {last_name}'
    fields:
      first_name: string:required
      last_name: string:required
      passport_scan: image
      photo: image
      user: ref=User:unique
  Order:
    fields:
      number: string:required
      seller: ref=Employee
  Attachment:
    fields:
      order: ref=Order:as=attachments:required:lines
      position: integer:required:min=1
      title: string
      content: file:required
`;

function project(): ReadonlyMap<string, string> {
  const app = withFeatures(appOfSpec('files', SPEC), templates(), ['files', 'german']);
  const options = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  const files = new Map([...renderProject(app, options)].filter(([path]) => path !== '.env'));
  return new Map(withList(new Map([...files, ...Object.entries(LANGUAGE_FILES)])));
}

interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const text = (name: string, content: string): Chosen => ({
  ...{ name, mimeType: 'text/plain' },
  buffer: Buffer.from(content),
});

describe.skipIf(chromium === null)('files in a browser', () => {
  let service: RunningExample;
  let browser: Browser;
  let photo: Chosen;

  beforeAll(async () => {
    [service, browser] = await Promise.all([
      serveProject('files', project()),
      openBrowser(chromium ?? ''),
    ]);
    const page = await browser.newPage({ viewport: { width: 320, height: 200 } });
    await page.setContent('<body style="background: linear-gradient(teal, gold); margin: 0">');
    photo = { name: 'sunset.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.close();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const asAdmin = (work: (visit: Visit) => Promise<void>, options: VisitOptions = {}) =>
    asUser(browser, service.url, ADMIN, work, options);
  const go = (page: Page, path: string) => open(page, service.url, path);
  const button = (place: Page | Locator, name: string) =>
    place.getByRole('button', { name, exact: true });
  const group = (page: Page, name: string) => page.getByRole('group', { name });
  const choose = (place: Locator, file: Chosen) =>
    place.locator('input[type=file]').setInputFiles(file);
  const isDrawn = (picture: Locator) =>
    expect
      .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  /** Lets a file go on a place, or pastes it there. */
  const bring = async (
    place: Locator,
    kind: 'drop' | 'paste',
    { name, mimeType, buffer }: Chosen,
  ) => {
    const transfer = await place.page().evaluateHandle(
      ([base64, called, type]) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const made = new DataTransfer();
        made.items.add(new File([bytes], called, { type }));
        return made;
      },
      [buffer.toString('base64'), name, mimeType] as const,
    );
    if (kind === 'drop') {
      for (const event of ['dragenter', 'dragover', 'drop'])
        await place.dispatchEvent(event, { dataTransfer: transfer });
      return;
    }
    await place.evaluate(
      (element, clipboardData) =>
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        ),
      transfer,
    );
  };
  const saved = async (page: Page) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Save file: / }).click();
    return waiting;
  };

  test('a picture and a file are chosen, saved, shown and saved on the device', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/product/create');
      await page.getByLabel('Name').fill('Poster');
      await expectAccessible(page);
      await shoot(page, 'files-create');
      await choose(group(page, 'Photo'), photo);
      await isDrawn(group(page, 'Photo').getByRole('img'));
      await bring(
        group(page, 'Contract').getByText('or drop'),
        'drop',
        text('deal.txt', 'We agree.'),
      );
      await button(group(page, 'Contract'), 'Replace: Contract').waitFor();
      await shoot(page, 'files-chosen');
      await button(page, 'Create').click();
      await page.getByRole('heading', { name: 'Poster' }).waitFor();
      await isDrawn(page.getByRole('img', { name: 'Photo' }));
      await expectAccessible(page);
      await shoot(page, 'files-page');
      const waiting = page.waitForEvent('download');
      await button(page, 'Save file: deal.txt').click();
      const file = await waiting;
      expect(file.suggestedFilename()).toBe('deal.txt');
      expect(readFileSync((await file.path())!, 'utf8')).toBe('We agree.');
      // A file is of one record.
      await page.getByRole('link', { name: 'Clone' }).click();
      await page.getByLabel('Name').fill('Copy');
      await button(group(page, 'Photo'), 'Choose a picture: Photo').waitFor();
      await button(page, 'Create').click();
      await page.getByRole('heading', { name: 'Copy' }).waitFor();
    }));

  test('a list asks for the pictures of its rows by one request', () =>
    asAdmin(async ({ page }) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(photo.buffer)]), photo.name);
      const token = await service.signIn(ADMIN.username, ADMIN.password);
      for (const name of ['One', 'Two', 'Three']) {
        const upload = await fetch(`${service.url}/_files?model=product&field=photo`, {
          ...{ method: 'POST', body: form },
          headers: { authorization: `Bearer ${token}` },
        });
        await service.call('POST', '/product', { name, photo: await upload.json() });
      }
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      await go(page, '/product');
      const pictures = page.getByRole('img', { name: 'Photo' });
      await expect.poll(() => pictures.count()).toBeGreaterThan(2);
      for (const picture of await pictures.all()) await isDrawn(picture);
      expect(asked.filter((path) => path.endsWith('/_files/_links'))).toHaveLength(1);
      await expectAccessible(page);
      await shoot(page, 'files-list');
      // Links of an ended session lead to nothing: another one is asked for.
      await page.route('**/_files/_open/**', (route) => route.fulfill({ status: 404 }), {
        times: 1,
      });
      await go(page, '/product');
      for (const picture of await pictures.all()) await isDrawn(picture);
    }));

  test('a file is pasted, replaced, refused and removed', () =>
    asAdmin(async ({ page }) => {
      const product = await service.call<Row>('POST', '/product', { name: 'Flyer' });
      await go(page, `/product/${product.id}`);
      const [picture, contract] = [group(page, 'Photo'), group(page, 'Contract')];
      await contract.getByText('As both have signed it').waitFor();
      // No text field takes a picture, so the first place for files does.
      await bring(page.getByLabel('Name'), 'paste', photo);
      await button(picture, 'Replace: Photo').waitFor();
      await choose(picture, text('fake.png', 'no picture at all'));
      await picture.getByText('Photo takes pictures: JPEG, PNG, WebP or GIF.').waitFor();
      await picture.getByText('sunset.png').waitFor();
      await expectAccessible(page);
      await shoot(page, 'files-refused');
      await choose(contract, text('long.txt', 'x'.repeat(200_000)));
      await contract.getByText('The file is too large: at most 100 kB.').waitFor();
      await button(picture, 'Remove: Photo').press('Enter');
      await button(picture, 'Choose a picture: Photo').waitFor();
      await choose(contract, text('short.txt', 'x'));
      await button(contract, 'Replace: Contract').waitFor();
      await button(page, 'Save changes').click();
      await page.getByRole('heading', { name: 'Flyer' }).waitFor();
      expect(await service.call('GET', `/product/${product.id}`)).toMatchObject({
        photo: null,
        contract: { name: 'short.txt', size: 1 },
      });
      expect((await saved(page)).suggestedFilename()).toBe('short.txt');
    }));

  test('nothing is saved while a file is on its way, which can be stopped', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/product/create');
      await page.getByLabel('Name').fill('Slow');
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/_files?*', async (route) => {
        await released;
        await route.abort();
      });
      const picture = group(page, 'Photo');
      await choose(picture, photo);
      await picture.getByRole('progressbar').waitFor();
      await shoot(page, 'files-progress');
      await button(page, 'Create').click();
      await picture.getByText('Wait until the file is uploaded').waitFor();
      await button(picture, 'Cancel').click();
      await button(picture, 'Choose a picture: Photo').waitFor();
      expect(await picture.getByText('Wait until the file is uploaded').count()).toBe(0);
      release();
    }));

  test('what others have put in place of a file is told by its name', () =>
    asAdmin(async ({ page }) => {
      const product = await service.call<Row>('POST', '/product', { name: 'Leaflet' });
      await go(page, `/product/${product.id}`);
      await choose(group(page, 'Photo'), photo);
      await button(group(page, 'Photo'), 'Replace: Photo').waitFor();
      await service.call('PATCH', `/product/${product.id}`, { name: 'Brochure' });
      await button(page, 'Save changes').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('sunset.png').waitFor();
      await shoot(page, 'files-conflict');
      await dialog.getByRole('button', { name: 'Save mine' }).click();
      await page.getByRole('heading', { name: 'Brochure' }).waitFor();
      await isDrawn(page.getByRole('img', { name: 'Photo' }));
    }));

  test('lines have files of their own', () =>
    asAdmin(async ({ page }) => {
      await go(page, '/order/create');
      await page.getByLabel('Number').fill('A-1');
      const content = group(page, 'Content');
      if ((await content.count()) === 0)
        await page.getByRole('button', { name: /Add/ }).first().click();
      await choose(content.first(), text('terms.txt', 'Pay.'));
      await page.getByRole('button', { name: /^Replace: / }).waitFor();
      await shoot(page, 'files-lines');
      await button(page, 'Create').click();
      await page.getByRole('heading', { name: 'A-1' }).waitFor();
      await page.getByText('terms.txt').waitFor();
      await shoot(page, 'files-lines-page');
    }));

  test('on a phone, in the dark and in German', () =>
    asAdmin(
      async ({ page }) => {
        await go(page, '/product/create');
        await page.getByLabel('Name').fill('Handzettel');
        await choose(group(page, 'Photo'), photo);
        await isDrawn(group(page, 'Photo').getByRole('img'));
        await button(page, 'Ersetzen: Photo').waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await shoot(page, 'files-phone');
        await go(page, '/product');
        await isDrawn(page.getByRole('img', { name: 'Photo' }).first());
        await expectAccessible(page, { colorsOnly: true });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await shoot(page, 'files-phone-list');
      },
      { width: 390, height: 900, colorScheme: 'dark', locale: 'de-DE', touch: true },
    ));

  test('the picture of a person stands in place of the initials, by one request for all', () =>
    asAdmin(async ({ page }) => {
      const [ann, bob] = [
        await service.call('POST', '/employee', { first_name: 'Ann', last_name: 'Lee' }),
        await service.call('POST', '/employee', { first_name: 'Bob', last_name: 'Ray' }),
      ] as const;
      for (const seller of [ann, ann, bob])
        await service.call('POST', '/order', { number: 'P', seller_id: seller.id });
      await go(page, `/employee/${ann.id}`);
      await choose(group(page, 'Photo'), photo);
      await isDrawn(group(page, 'Photo').getByRole('img'));
      await button(page, 'Save changes').click();
      const face = (place: Locator) => place.locator('a img[alt=""], h1 img[alt=""]');
      const head = page.getByRole('heading', { level: 1, name: 'Ann Lee' });
      await head.waitFor();
      await go(page, `/employee/${ann.id}/show`);
      await isDrawn(face(page.locator('main')).first());
      const { width, height } = (await face(page.locator('main')).first().boundingBox())!;
      expect([width, height]).toEqual([36, 36]);
      // The side column is narrower than the picture, which keeps within it.
      const shown = (await page.getByRole('img', { name: 'Photo' }).boundingBox())!;
      expect(shown.x + shown.width).toBeLessThan(1336);
      expect(shown.width / shown.height).toBeCloseTo(1.6, 1);
      await shoot(page, 'portrait-head');
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
      });
      await go(page, '/order');
      const rows = page.getByRole('row');
      await isDrawn(face(rows.filter({ hasText: 'Ann Lee' }).first()));
      expect(await face(page.locator('main')).count()).toBe(2);
      await rows.filter({ hasText: 'Bob Ray' }).getByText('BR').waitFor();
      expect(asked.filter((path) => path.endsWith('/_links'))).toHaveLength(1);
      await expectAccessible(page);
      await shoot(page, 'portrait-list');
    }));

  test('the picture of one’s own record is that of the account, in the header and on its page', () =>
    asAdmin(async ({ page }) => {
      const me = await service.call('POST', '/employee', {
        first_name: 'Eva',
        last_name: 'Kern',
        user_id: 1,
      });
      await go(page, `/employee/${me.id}`);
      await choose(group(page, 'Photo'), photo);
      await isDrawn(group(page, 'Photo').getByRole('img'));
      await button(page, 'Save changes').click();
      await page.getByRole('heading', { level: 1, name: 'Eva Kern' }).waitFor();
      await go(page, '/account');
      const portrait = (place: Locator) => place.locator('img[alt=""]');
      await isDrawn(portrait(page.getByRole('button', { name: /account of/ })));
      await isDrawn(portrait(page.locator('main')));
      const { width, height } = (await portrait(page.locator('main')).boundingBox())!;
      expect([width, height]).toEqual([44, 44]);
      await expectAccessible(page);
    }));
});
