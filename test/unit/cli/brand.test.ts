import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLOR } from '../../../templates/features/admin/ui/theme/palette.js';
import { shadedIn, USUAL_COLOR } from '../../../src/model/brand.js';
import { answerOf } from './command-lines.js';
import { useProject } from './project.js';

const project = useProject('task-manager');

const brand = (...args: string[]) => answerOf(['brand', ...args, '--cwd', project.root()]);

describe('the command `brand`', { timeout: 120_000 }, () => {
  it('writes name and colour into the files of the developer, where later commands leave them', async () => {
    expect(await brand('--name', "Ann's desk", '--color', '#0B5')).toMatchObject({
      exit: 0,
      problems: [{ code: 'shaded-color' }],
    });
    const settings = project.read('web/src/settings.ts');
    expect(settings).toContain(`export const APP_TITLE = "Ann's desk";`);
    expect(settings).toContain(`export const APP_COLOR = '#00bb55';`);
    expect(JSON.parse(project.read('package.json'))).toMatchObject({ displayName: "Ann's desk" });
    expect(project.read('web/public/icon.svg')).toContain('fill="#00bb55"');
    expect((await answerOf(['upgrade', '--cwd', project.root()])).exit).toBe(0);
    expect(project.read('web/src/settings.ts')).toBe(settings);
    expect((await brand('--color', '#0b5')).exit).toBe(0);
    await brand('--color', '#0f766e');
    expect(project.read('web/public/icon.svg')).toContain('fill="#0f766e"');
  });

  it('replaces a whole name, whatever it has in it', async () => {
    for (const name of [`x';alert(1);//"`, '</script>${x}`$&$1\\', 'Desk'])
      expect((await brand('--name', name)).exit).toBe(0);
    expect(project.read('web/src/settings.ts')).toMatch(/^export const APP_TITLE = 'Desk';$/m);
    expect((await brand('--name', 'two\u2028lines')).problems).toMatchObject([
      { code: 'bad-brand-name' },
    ]);
  });

  it('takes the logo from a picture, and frames one of pixels', async () => {
    const own = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4" /></svg>\n';
    writeFileSync(join(project.root(), 'own.svg'), own);
    writeFileSync(join(project.root(), 'own.png'), Buffer.from('89504e47', 'hex'));
    expect((await brand('--logo', 'own.png')).exit).toBe(0);
    expect(project.read('web/public/icon.svg')).toContain('data:image/png;base64,iVBORw==');
    expect((await brand('--logo', 'own.svg')).exit).toBe(0);
    expect(project.read('web/public/icon.svg')).toBe(own);
    // An icon of the developer's own has its own colours.
    await brand('--color', '#123456');
    expect(project.read('web/public/icon.svg')).toBe(own);
  });

  it('refuses what is none, with all of it at once', async () => {
    writeFileSync(join(project.root(), 'large.svg'), `<svg>${' '.repeat(40_000)}</svg>`);
    const wrong = ['--name', ' ', '--color', 'teal', '--logo', 'none.svg'];
    expect((await brand(...wrong)).problems.map(({ code }) => code)).toEqual([
      ...['bad-brand-name', 'bad-brand-color', 'no-logo'],
    ]);
    for (const [logo, code] of [
      ['large.svg', 'large-logo'],
      ['package.json', 'bad-logo'],
    ] as const)
      expect(await brand('--logo', logo)).toMatchObject({ exit: 1, problems: [{ code }] });
    expect((await brand()).exit).toBe(2);
  });

  it('says what to write where the settings are the developer’s own', async () => {
    project.edit('web/src/settings.ts', (text) => text.replace(/= .*;/, '= document.title;'));
    const { problems } = await brand('--name', 'Desk');
    expect(problems).toMatchObject([
      { code: 'no-setting', help: "declare it: export const APP_TITLE = 'Desk';" },
    ]);
  });
});

describe('the colour of a brand', () => {
  it('is that of the back-office where a project says none', () => {
    expect(USUAL_COLOR).toBe(COLOR);
    expect(shadedIn(USUAL_COLOR)).toEqual(['dark']);
  });

  it('is read on some pages, on none, or on all of one theme', () => {
    expect(shadedIn('#facc15')).toEqual(['light']);
    expect(shadedIn('#1e3a8a')).toEqual(['dark']);
    expect(shadedIn('#777777')).toEqual(['light', 'dark']);
  });
});
