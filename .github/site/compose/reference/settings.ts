import { featuresIn } from '../../../../src/render/features.js';
import { coreSettings, type Setting } from '../../../../src/render/settings.js';
import type { Templates } from '../../../../src/render/template.js';
import { code, page, sentence } from '../markdown.js';
import type { Page } from '../page.js';

/** The page of all environment variables of a project, those of features included. */
export function settingsPage(templates: Templates): Page {
  const core = coreSettings(templates);
  const groups = [...new Set(core.map(({ group }) => group))].map((title) => ({
    title,
    settings: core.filter(({ group }) => group === title) as readonly Setting[],
  }));
  const ofFeatures = featuresIn(templates)
    .filter(({ settings }) => settings.length > 0)
    .map(({ name, settings }) => ({ title: `Feature ${code(name)}`, settings }));
  const text = page(
    '# Settings',
    'A setting is an environment variable of the service, or a line of the `.env` file in the project. The environment takes precedence, an empty setting counts as missing, and the service does not start with an invalid value.',
    'Times are in seconds or have a unit (`30s`, `15m`, `12h`, `7d`). Sizes are in bytes or have a unit (`512kb`, `1mb`).',
    ...[...groups, ...ofFeatures].flatMap(({ title, settings }) => [
      `## ${title}`,
      ...settings.map(describe),
    ]),
  );
  return { path: 'reference/settings.md', text };
}

function describe(setting: Setting): string {
  const { name, about, details, default: value, example, required } = setting;
  const [words = '', ...lines] = (details ?? '').split('\n');
  const facts = [
    value !== undefined && `Default: ${code(value)}.`,
    value === undefined && example !== undefined && `Example: ${code(example)}.`,
    required && 'Production does not start without it.',
    setting.for !== undefined && `Read by: ${READERS[setting.for]}.`,
  ].filter((fact) => fact);
  const sample = lines.map((line) => line.trim()).filter((line) => line !== '');
  return page(
    `### ${name}`,
    sentence(about),
    words !== '' && linked(words) + sample.map((line) => ` ${code(line)}`).join(''),
    facts.join(' '),
  ).trimEnd();
}

const READERS = {
  development: 'the development server',
  tests: '`npm test`',
  compose: '`compose.yaml`',
} as const;

/** Pages of a project that a text names, as links. */
const linked = (words: string): string =>
  words.replace(/\bdocs\/([\w-]+\.md)/g, '[$1](../guides/$1)');
