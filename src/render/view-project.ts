import type { App } from '../model/model.js';
import { coreSettingsWith, featuresOf, hasBackOffice, type Feature } from './features.js';
import {
  type CoreSetting,
  detailedRows,
  exampleOf,
  isOfService,
  type Setting,
  settingRows,
} from './settings.js';
import type { Templates } from './template.js';

/** `DATABASE_URL` where nothing is said, by the kind of the database. */
export const DATABASE_URLS = {
  sqlite: 'sqlite:data/app.db',
  postgres: 'postgres://app:app@localhost:5432/app',
} as const;

/**
 * The view of a project's README, settings, container and lint templates. It has no single models: adding one must not touch
 * the developer's README.
 */
export function viewProject(app: App, templates: Templates) {
  const features = featuresOf(app, templates);
  const databaseUrl = DATABASE_URLS[app.database];
  const core = coreSettingsWith(features, templates).map((one) =>
    one.name === DATABASE_URL ? { ...one, initial: databaseUrl } : one,
  );
  return {
    name: app.name,
    web: hasBackOffice(app),
    features: features.map((feature) => feature.name),
    databaseUrl,
    table: markdownTable,
    layers: (room: string) => afterNeeds(features).flatMap((feature) => layersIn(room, feature)),
    docs: features.flatMap(({ docs }) => docs),
    writes: features.flatMap(({ writes }) => Object.entries(writes)),
    readme: features.flatMap(sectionsOf),
    settings: markdownTable(settingRows(core.filter(isCommon))),
    groups: [...coreGroups(core), ...features.flatMap(groupOf)],
    examples: [...core.filter(isCommon).map(exampleOf), ...features.flatMap(examplesOf)],
    ...viewSettings([...core, ...features.flatMap(({ settings }) => settings)]),
  };
}

/** Features in their order, but each after the features that it needs: layers import from the layers above them. */
function afterNeeds(features: readonly Feature[]): readonly Feature[] {
  const seen = new Set<Feature>();
  const ordered: Feature[] = [];
  const add = (feature: Feature): void => {
    if (seen.has(feature)) return;
    seen.add(feature);
    for (const other of features) if (feature.needs.includes(other.name)) add(other);
    ordered.push(feature);
  };
  features.forEach(add);
  return ordered;
}

/** What a feature adds to the map of `engine/` or `ui/`: a name and what it is. */
const layersIn = (room: string, { layers }: Feature): readonly [name: string, about: string][] =>
  Object.entries(layers)
    .filter(([path]) => path.startsWith(room))
    .map(([path, about]) => [`\`${path.slice(room.length)}\``, about]);

const DATABASE_URL = 'DATABASE_URL';

/** What deployment files set by themselves: their database, and where a container listens. */
const GIVEN = [DATABASE_URL, 'HOST', 'PORT'];

const isCommon = ({ common = false }: Setting): boolean => common;

/** The settings of a project, as its files name them. */
function viewSettings(settings: readonly Setting[]) {
  const deployed = settings.filter((one) => isOfService(one) && !GIVEN.includes(one.name));
  return {
    initial: settings.filter(({ initial }) => initial !== undefined),
    required: deployed.filter(({ required }) => required),
    optional: deployed.filter(({ required }) => !required),
  };
}

/** The parts of a feature in the README: what it is, and the settings that people give the service. */
function sectionsOf({ readme, settings }: Feature): readonly string[] {
  const rows = settingRows(settings.filter(isOfService).filter(isCommon));
  return [...(readme ? [readme] : []), ...(rows.length > 1 ? [markdownTable(rows)] : [])];
}

/** A section of `docs/settings.md`. */
interface Group {
  readonly title: string;
  readonly table: string;
}

/** The sections about the settings that every project has, in the order of the first setting of each. */
function coreGroups(core: readonly CoreSetting[]): readonly Group[] {
  const titles = [...new Set(core.map(({ group }) => group))];
  return titles.map((title) => ({
    title,
    table: markdownTable(detailedRows(core.filter(({ group }) => group === title))),
  }));
}

/** The section about the settings of a feature, if it has any. */
function groupOf({ name, settings }: Feature): readonly Group[] {
  const title = `Feature \`${name}\``;
  return settings.length > 0 ? [{ title, table: markdownTable(detailedRows(settings)) }] : [];
}

/** The block of a feature in `.env.example`, if people set anything of it. */
function examplesOf({ name, about, settings }: Feature): readonly string[] {
  const common = settings.filter(isCommon);
  return common.length > 0 ? [`## ${name}: ${about}`, ...common.map(exampleOf)] : [];
}

/** A Markdown table with its columns lined up, as prettier writes it. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(head), rule, ...body.map(line)].join('\n');
}
