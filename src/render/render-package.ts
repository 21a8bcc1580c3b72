import type { App } from '../model/model.js';
import { compareText } from '../model/names.js';
import {
  type Feature,
  featuresOf,
  hasBackOffice,
  type Overrides,
  type Packages,
} from './features.js';
import { fillTemplate, type Templates } from './template.js';

type Manifest = Pick<Feature, 'dependencies' | 'devDependencies'>;

/** The package with the icons of the back-office, of which a project has a folder with those that it needs. */
export const ICONS = '@mui/icons-material';

/** Whether a package is a folder of the project. */
export const isFolder = (version: string): boolean => version.startsWith('file:');

/** The `package.json` of a project, for service and back-office, with exact versions: what every project needs, and what its features do. */
export function renderPackage(app: App, templates: Templates): string {
  const on = featuresOf(app, templates);
  const text = fillTemplate(templates, 'service/package.json.ejs', {
    name: app.name,
    web: hasBackOffice(app),
    imports: on.flatMap((feature) => Object.entries(feature.imports)),
    scripts: on.flatMap((feature) => Object.entries(feature.scripts)),
  });
  const manifest = JSON.parse(text) as Manifest;
  // Of a package that a feature of others names, too, the version of crudgen counts; a folder of crudgen's has only a part of it.
  const others = on.filter(({ version }) => version !== undefined);
  const own = on.filter(({ version }) => version === undefined);
  const whole = new Set(
    others.flatMap((one) => Object.keys({ ...one.dependencies, ...one.devDependencies })),
  );
  const together = (kind: keyof Manifest): Packages =>
    Object.fromEntries(
      [...others, ...own, manifest]
        .flatMap((one) => Object.entries(one[kind]))
        .filter(([name, version]) => !isFolder(version) || !whole.has(name))
        .sort(([one], [other]) => compareText(one, other)),
    );
  const overrides = Object.assign({}, ...on.map((feature) => feature.overrides)) as Overrides;
  return json({
    ...manifest,
    dependencies: together('dependencies'),
    devDependencies: together('devDependencies'),
    ...(Object.keys(overrides).length > 0 && { overrides }),
  });
}

/** JSON as prettier formats it: a list of strings is on one line where it fits. */
export const json = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(LIST, inOneLine)}\n`;

const LIST = /^( *"[^"]+": )\[\n((?: *"[^"\n]*",?\n)+) *\](,?)$/gm;
const WIDTH = 100;

function inOneLine(broken: string, key: string, items: string, end: string): string {
  const line = `${key}[${items.trim().split(/,\n */).join(', ')}]${end}`;
  return line.length <= WIDTH ? line : broken;
}
