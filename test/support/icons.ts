import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { specifiersIn } from '../../src/code/specifiers.js';
import { parseCode } from '../../src/code/typescript.js';
import { readTemplates } from '../../src/project/templates.js';
import { MODEL_ICONS } from '../../src/render/web/icons.js';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = join(ROOT, 'node_modules');
const IMPORT = /['"]@mui\/icons-material\/(\w+)['"]/g;

/** The package that the icons come from. */
export const WHOLE = join(PACKAGES, '@mui/icons-material');

/** The folder with the icons of a project. */
export const ICONS = join(ROOT, 'templates/features/admin/ui/icons');

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

/** The module of an icon as projects have it: the drawing as the package draws it, in the layout of a project. */
export function iconModule(name: string): Promise<string> {
  const module = readFileSync(join(WHOLE, `${name}.mjs`), 'utf8');
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
