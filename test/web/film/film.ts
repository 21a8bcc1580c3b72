import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { RunningExample } from '../serve-example.js';
import { COMMAND, ENTITY, FORM, type Garage } from '../pictures/garage.js';
import { goTo, inWindow, settled, shownText } from '../pictures/picture.js';
import { compareLines, excerpt, type CodeLine } from './code.js';
import { encodeGif, type Frame } from './gif.js';
import { browserPage, CAPTION_HEIGHT, editorPage, SIZE, type EditorView } from './window.js';

/** Where in a file the film begins to look. */
const FROM: Readonly<Record<string, string>> = {
  [ENTITY]: 'tenant?: Relation',
  [FORM]: 'The inputs of a vehicle',
};
/** Letters that are typed from one frame to the next. */
const TYPED = 4;

/** A page of the film, and how long it stands in milliseconds. */
interface Scene {
  readonly html: string;
  readonly delay: number;
}

/** A film, and what it shows as a text. */
export interface Told {
  readonly scenes: readonly Scene[];
  readonly text: string;
}

/** Tells how a field arrives in edited files: the developer's edits, the command, what it did, and the form in the back-office. */
export async function tellFilm(
  garage: Garage,
  browser: Browser,
  service: RunningExample,
): Promise<Told> {
  const view = (file: string, merged: boolean, caption: string): EditorView => ({
    ...viewOf(garage, file, merged),
    caption,
  });
  const mine = view(ENTITY, false, 'Your method, in a class that crudgen generated');
  const scenes: Scene[] = [
    { html: editorPage(mine), delay: 2400 },
    {
      html: editorPage(view(FORM, false, 'Your hint, in a form that crudgen generated')),
      delay: 1900,
    },
    ...commandScenes(
      { ...mine, caption: 'Later you want one more field: a single command' },
      garage.printed,
    ),
    {
      html: editorPage(
        view(ENTITY, true, 'It is merged into the class: your method is still there'),
      ),
      delay: 2800,
    },
    {
      html: editorPage(view(FORM, true, 'It is merged into the form: your hint is still there')),
      delay: 2200,
    },
  ];
  const pages = await inBackOffice(browser, service);
  for (const { png, delay } of pages.shots)
    scenes.push({
      html: browserPage(png, 'The back-office shows both: your hint and the new field'),
      delay,
    });
  const code = [ENTITY, FORM].map((file) => `# ${file}\n${printed(viewOf(garage, file, true))}`);
  const said = plain(garage.printed).replace(/\d{14}-/g, '<time>-');
  return { scenes, text: [`$ crudgen ${COMMAND}\n${said}`, ...code, pages.text].join('\n') };
}

/** Takes the scenes of a film and writes it to a file. */
export async function makeFilm({ scenes }: Told, browser: Browser, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: SIZE });
  const frames: Frame[] = [];
  for (const { html, delay } of scenes) {
    await page.setContent(html);
    frames.push({ png: await page.screenshot(), delay });
  }
  await page.close();
  writeFileSync(file, encodeGif(frames));
}

function viewOf({ generated, edited, merged }: Garage, file: string, isMerged: boolean) {
  const own = compareLines(generated[file]!, edited[file]!).filter(({ isNew }) => isNew);
  const after = isMerged ? merged[file]! : edited[file]!;
  const code = excerpt(compareLines(edited[file]!, after), FROM[file]!);
  const texts = new Set(own.map(({ text }) => text).filter((text) => text !== ''));
  const isOwn = ({ text }: CodeLine) => texts.has(text);
  return {
    tabs: [ENTITY, FORM],
    file,
    code,
    own: new Set(code.filter(isOwn).map(({ number }) => number)),
  };
}

/** The command as it is typed, and what it prints. */
function commandScenes(view: EditorView, output: string): Scene[] {
  const scene = (terminal: string, delay: number): Scene => ({
    html: editorPage({ ...view, terminal }),
    delay,
  });
  const command = `crudgen ${COMMAND}`;
  const typing: Scene[] = [];
  for (let end = 0; end < command.length; end += TYPED)
    typing.push(scene(`$ ${command.slice(0, end)}█`, end === 0 ? 400 : 80));
  return [...typing, scene(`$ ${command}█`, 400), scene(`$ ${command}\n${output.trimEnd()}`, 3000)];
}

/** The form with the new field: as it opens, and as a value is chosen. */
function inBackOffice(browser: Browser, service: RunningExample) {
  // Not enlarged: only a wide form has the new field, which is in its side, beside the hint.
  const size = { width: SIZE.width, height: SIZE.height - CAPTION_HEIGHT, scale: 1 };
  return inWindow(browser, service, size, async (page: Page) => {
    await goTo(page, service, '/vehicle/12');
    const field = page.getByLabel('Transmission');
    await field.scrollIntoViewIfNeeded();
    const shots = [{ png: await page.screenshot(), delay: 1200 }];
    await field.click();
    await page.getByRole('option', { name: 'Automatic' }).hover();
    await settled(page);
    shots.push({ png: await page.screenshot(), delay: 1200 });
    await page.getByRole('option', { name: 'Automatic' }).click();
    await settled(page);
    shots.push({ png: await page.screenshot(), delay: 2800 });
    return { shots, text: await shownText(page) };
  });
}

const printed = ({ code, own }: ReturnType<typeof viewOf>): string =>
  code
    .map(({ text, isNew, number }) =>
      `${isNew ? '+' : own.has(number) ? '*' : ' '} ${text}`.trimEnd(),
    )
    .join('\n');

const plain = (text: string): string => text.replace(/\u001b\[[\d;]*m/g, '');
