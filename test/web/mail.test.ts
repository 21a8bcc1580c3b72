import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, visit } from './browser.js';
import { findChromium } from './find-chromium.js';
import { serveExample, type RunningExample } from './serve-example.js';

const chromium = findChromium();

/** What a developer writes: a mail, and an endpoint that sends it. */
const FILES = {
  'src/mail/receipt.ts': `
import { html, type MailText } from '#engine/mail';

export const receipt = ({ name, link }: { name: string; link: string }): MailText => ({
  subject: \`Your receipt, \${name}\`,
  text: \`Thank you, \${name}.\\n\\n\${link}\\n\`,
  html: html\`<p style="font: 20px Georgia, serif">Thank you, <b>\${name}</b>.</p>
    <p><a href="\${link}" style="color: #0a58ca">Look at your receipt</a></p>
    <script>document.body.textContent = 'a script has run'</script>\`,
});
`,
  'src/routes/routes.ts': `
import { defineRouter, type OwnRouter } from '#engine';
import { sendMail } from '#engine/mail';
import { receipt } from '../mail/receipt.js';

export const routers: readonly OwnRouter[] = [
  defineRouter('/receipts', {}, (route) => {
    route.post('/', async (context) => {
      const { name, link } = context.body as { name: string; link: string };
      const to = { name, address: 'ann@example.com' };
      await sendMail(context, { to, cc: 'desk@example.com', ...receipt({ name, link }) });
    });
  }),
];
`,
};

describe.skipIf(chromium === null)('mail in development', () => {
  let service: RunningExample;
  let browser: Browser;
  beforeAll(async () => {
    const features = ['admin', 'dashboard', 'search', 'jobs', 'mail'];
    [service, browser] = await Promise.all([
      serveExample('orders', { features, files: FILES }),
      openBrowser(chromium ?? ''),
    ]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const shoot = async (page: Page, name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  /** A window in which nobody is signed in. At its end the script of the mail was stopped, and nothing else went wrong. */
  const look = async (work: (page: Page) => Promise<void>, width = 1360) => {
    const { page, context, complaints, strangers } = await visit(browser, service.url, { width });
    await work(page);
    // The frame of the mail may be later than the page around it.
    await expect
      .poll(() => complaints)
      .toEqual([expect.stringContaining("Blocked script execution in 'about:srcdoc'")]);
    expect(strangers).toEqual([]);
    await context.close();
  };

  test('is read on a page, which runs no script of it and follows its links elsewhere', () =>
    look(async (page) => {
      const link = `${service.url}/healthz`;
      await service.call('POST', '/receipts', { name: 'Ann & <Ben>', link });
      await service.call('POST', '/receipts', { name: 'Cleo', link });
      const list = async () => (await fetch(`${service.url}/dev/mail`)).text();
      while ((await list()).split('<li>').length < 3)
        await new Promise((resolve) => setTimeout(resolve, 100));

      await page.goto(`${service.url}/dev/mail`);
      await page.getByRole('heading', { name: 'Mails' }).waitFor();
      await expectAccessible(page);
      await shoot(page, 'mails');
      await page.getByRole('link', { name: 'Your receipt, Ann & <Ben>' }).click();
      const frame = page.frameLocator('iframe');
      await frame.getByText('Thank you, Ann & <Ben>.').waitFor();
      expect(await frame.getByText('a script has run').count()).toBe(0);
      await page.getByText('Ann & <Ben> <ann@example.com>').waitFor();
      await expectAccessible(page);
      await shoot(page, 'mail');

      const opened = page.waitForEvent('popup');
      await frame.getByRole('link', { name: 'Look at your receipt' }).click();
      const beside = await opened;
      await beside.waitForURL(link);
      expect(page.url()).toContain('/dev/mail/');
      await beside.close();
      await page.getByRole('link', { name: 'All mails' }).click();
      await page.getByRole('heading', { name: 'Mails' }).waitFor();
    }));

  test('fits on a phone', () =>
    look(async (page) => {
      await page.goto(`${service.url}/dev/mail`);
      await page.getByRole('link', { name: 'Your receipt, Cleo' }).click();
      await page.getByRole('heading', { name: 'Your receipt, Cleo' }).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await shoot(page, 'mail-phone');
    }, 390));
});
