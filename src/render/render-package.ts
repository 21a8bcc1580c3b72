import type { App } from '../model/model.js';
import { featuresOf, featuresOff } from './features.js';
import { fillTemplate, type Templates } from './template.js';

type Packages = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies: Packages;
  readonly devDependencies: Packages;
}

/** The `package.json` of a project, for service and back-office, with exact versions and only what its features need. */
export function renderPackage(app: App, templates: Templates): string {
  const on = featuresOf(app, templates);
  const text = fillTemplate(templates, 'service/package.json.ejs', {
    name: app.name,
    web: app.web,
    imports: on.flatMap((feature) => Object.entries(feature.imports)),
    scripts: on.flatMap((feature) => Object.entries(feature.scripts)),
  });
  const manifest = JSON.parse(text) as Manifest;
  const off = featuresOff(app, templates).flatMap(({ packages }) => packages);
  const needed = (packages: Packages): Packages =>
    Object.fromEntries(Object.entries(packages).filter(([name]) => !off.includes(name)));
  return json({
    ...manifest,
    dependencies: needed(manifest.dependencies),
    devDependencies: needed(manifest.devDependencies),
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
