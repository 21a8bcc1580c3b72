/*
 * Makes the film and the pictures of README.md from a project that runs: `npx tsx test/web/readme-pictures.ts [name...]`. Beside each is
 * a text of what it shows. With `--check` nothing is made: the command fails where a text is not that of today's product.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from './browser.js';
import { findChromium } from './find-chromium.js';
import { makeFilm, tellFilm } from './film/film.js';
import { makeGarage, serveGarage } from './pictures/garage.js';
import { inWindow, shownText, take } from './pictures/picture.js';
import { PICTURES } from './pictures/pictures.js';

const FOLDER = join(import.meta.dirname, '../../.github/pictures');
const FILM = 'film';

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
});
const unknown = names.filter((name) => ![FILM, ...PICTURES.map((one) => one.name)].includes(name));
if (unknown.length > 0) throw new Error(`there is no picture ${unknown.join(', ')}`);
const wants = (name: string): boolean => names.length === 0 || names.includes(name);

const stale: string[] = [];
/** Keeps what a picture shows; with `--check` compares it with what the committed picture shows. */
function keep(name: string, text: string): void {
  const path = join(FOLDER, `${name}.txt`);
  if (!options.check) return writeFileSync(path, text);
  if (text !== readFileSync(path, 'utf8')) stale.push(name);
}

mkdirSync(FOLDER, { recursive: true });
const garage = makeGarage();
const browser = await openBrowser(findChromium() ?? '');
const service = await serveGarage(garage);
try {
  if (wants(FILM)) {
    const told = await tellFilm(garage, browser, service);
    keep(FILM, told.text);
    if (!options.check) await makeFilm(told, browser, join(FOLDER, `${FILM}.gif`));
  }
  for (const picture of PICTURES.filter(({ name }) => wants(name)))
    await inWindow(browser, service, picture, async (page) => {
      await picture.show(page, service);
      keep(picture.name, await shownText(page));
      const path = join(FOLDER, `${picture.name}.png`);
      if (!options.check) await take(page, picture, path);
    });
} finally {
  await browser.close();
  await service.stop();
}
if (stale.length > 0) {
  console.error(
    `These show an older product: ${stale.join(', ')}. Make them anew: npx tsx test/web/readme-pictures.ts ${stale.join(' ')}`,
  );
  process.exitCode = 1;
}
