import { type Brand, takesWhite, USUAL_COLOR } from '../../model/brand.js';
import { refusal } from '../../problem.js';
import { codeOf } from '../../render/code.js';
import type { Tree } from '../../tree.js';
import type { Edit } from './workspace.js';

/** The developer's own files that say what an application is called and looks like. */
const FILES = {
  web: 'web/src/settings.ts',
  icon: 'web/public/icon.svg',
  package: 'package.json',
  letter: 'src/mail/letter.ts',
} as const;

/**
 * The edits that give a project a brand. They are the developer's own from then on: nothing is rendered from a brand, so that no
 * later command writes one again.
 */
export function editBrand({ name, color, logo }: Brand): readonly Edit[] {
  return [
    ...(name === undefined ? [] : [named(name), setting('APP_TITLE', name)]),
    ...(color === undefined ? [] : [icon(color), letterhead(color), setting('APP_COLOR', color)]),
    ...(logo === undefined ? [] : [written(FILES.icon, () => logo)]),
  ];
}

/** An edit of a file that a project may not have. */
const written =
  (path: string, change: (text: string, files: Tree) => string): Edit =>
  (files) => {
    const text = files.get(path);
    return text === undefined ? files : new Map(files).set(path, change(text, files));
  };

/** What the service is called: in mails, in the documentation of its endpoints, and in apps for second factors. */
const named = (title: string): Edit =>
  written(FILES.package, (text) => {
    const { name, displayName: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return `${JSON.stringify({ name, displayName: title, ...rest }, null, 2)}\n`;
  });

/** The declaration of a text, which ends where its quotes do, not at escaped ones. */
const settingOf = (name: string): RegExp =>
  new RegExp(`(export const ${name}(?:: string)? = )(['"\`])((?:\\\\.|(?!\\2)[^\\\\\\n])*)\\2;`);

const setting = (name: string, value: string): Edit =>
  written(FILES.web, (text) => {
    const place = settingOf(name);
    if (place.test(text))
      return text.replace(place, (_, start: string) => `${start}${codeOf(value)};`);
    throw refusal(
      'no-setting',
      `${FILES.web} does not declare \`${name}\` as a text`,
      `declare it: export const ${name} = ${codeOf(value)};`,
    );
  });

/** The icon that crudgen wrote has the project's colour; one of the developer's own stays. */
const icon = (color: string): Edit =>
  written(FILES.icon, (text, files) => {
    const before = settingOf('APP_COLOR').exec(files.get(FILES.web) ?? '')?.[3] ?? USUAL_COLOR;
    const mark = takesWhite(color) ? '#fff' : '#111216';
    const isUsual = text.includes(`rx="8" fill="${before}"`);
    return isUsual
      ? text
          .replace(`rx="8" fill="${before}"`, `rx="8" fill="${color}"`)
          .replace(/fill="#(?:fff|111216)"/, `fill="${mark}"`)
      : text;
  });

const letterhead = (color: string): Edit =>
  written(FILES.letter, (text) =>
    text.replace(
      /(const COLOR = )(['"])#[0-9a-f]{6}\2/i,
      (_, start: string) => `${start}'${color}'`,
    ),
  );
