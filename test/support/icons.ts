import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { extract } from 'tar';
import { specifiersIn } from '../../src/code/specifiers.js';
import { parseCode } from '../../src/code/typescript.js';
import { readTemplates } from '../../src/project/open/templates.js';
import { MODEL_ICONS } from '../../src/render/web/icons.js';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = join(ROOT, 'node_modules');
const IMPORT = /['"]@mui\/icons-material\/(\w+)['"]/g;

/** The folder with the icons of a project. */
export const ICONS = join(ROOT, 'templates/features/admin/ui/icons');

/** The version of `@mui/icons-material` that the icons come from. */
export const iconsVersion = (): string =>
  (JSON.parse(readFileSync(join(ICONS, 'package.json'), 'utf8')) as { version: string }).version;

/** The whole package in a version, unpacked below `.tmp`. No set of packages has its 43,000 files: only copying needs it. */
export function wholePackage(version: string): string {
  const folder = join(ROOT, '.tmp', 'icons-material');
  const unpacked = join(folder, version);
  if (existsSync(unpacked)) return unpacked;
  mkdirSync(folder, { recursive: true });
  const args = ['pack', `@mui/icons-material@${version}`, '--silent', '--pack-destination', folder];
  const packed = execFileSync('npm', args, { encoding: 'utf8' }).trim();
  extract({ file: join(folder, packed), cwd: folder, sync: true });
  renameSync(join(folder, 'package'), unpacked);
  return unpacked;
}

/** The icons that crudgen writes into projects: of its own pages, of models, and of the examples in docs. */
export function ownIcons(): ReadonlySet<string> {
  const texts = [...readTemplates()].filter(
    ([path]) => !path.startsWith('features/admin/ui/icons/'),
  );
  const named = texts.flatMap(([, text]) => [...text.matchAll(IMPORT)].map(([, name]) => name!));
  return new Set([...named, ...MODEL_ICONS]);
}

/** The icons that the installed packages of react-admin import. */
export function kitIcons(): ReadonlySet<string> {
  const kit = readdirSync(PACKAGES).filter((name) => /^(?:react-admin|ra-.+)$/.test(name));
  return new Set(kit.flatMap((name) => codeBelow(join(PACKAGES, name, 'dist'))).flatMap(iconsIn));
}

const codeBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?js$/.test(path))
    .map((path) => join(folder, path));

/** The icons that a file imports; comments name others. */
function iconsIn(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  if (!text.includes('@mui/icons-material')) return [];
  const modules = specifiersIn(parseCode('file.js', text)).map((one) => `'${one.text}'`);
  return modules.flatMap((one) => [...one.matchAll(IMPORT)].map(([, name]) => name!));
}

/** The module of an icon as projects have it: the drawing as the whole package draws it, in the layout of a project. */
export function iconModule(whole: string, name: string): Promise<string> {
  const module = readFileSync(join(whole, `${name}.mjs`), 'utf8');
  const drawing = /createSvgIcon\(([^]*), '\w+'\);\s*$/.exec(module)![1]!;
  const code = drawing
    .replaceAll('/*#__PURE__*/', '')
    .replaceAll('_jsx(', 'jsx(')
    .replace(/\{\n */g, '{ ');
  return format(
    `import { createSvgIcon } from '@mui/material';\nimport { jsx } from 'react/jsx-runtime';\n\nexport default createSvgIcon(${code}, '${name}');\n`,
    { parser: 'babel', singleQuote: true, printWidth: 100 },
  );
}
