import { once } from '../once.js';
import type { Templates } from './template.js';

/** An environment variable of a project, stated once: deployment files, `.env.example`, README and docs follow from it. */
export interface Setting {
  readonly name: string;
  /** The purpose of the setting, in half a sentence. */
  readonly about: string;
  /** More about it, in sentences. */
  readonly details?: string;
  /** The meaning of a missing or empty setting. */
  readonly default?: string;
  /** A value that shows the form of a setting without a default. */
  readonly example?: string;
  /** Its value in the `.env` of a new project. */
  readonly initial?: string;
  /** The default of containers. */
  readonly container?: string;
  /** Whether production refuses to start without it. */
  readonly required?: boolean;
  readonly secret?: boolean;
  /** The reader of the setting, if the service in production does not read it. */
  readonly for?: 'development' | 'tests' | 'compose';
  /** Whether other programs also read the setting. If its feature is off, the setting may be meant for them, and is not a mistake. */
  readonly shared?: boolean;
  /** Whether it is among those that people set: they are in `.env.example` and the README, all others in `docs/settings.md` alone. */
  readonly common?: boolean;
}

/** A setting that every project has, and its heading in `docs/settings.md`. */
export interface CoreSetting extends Setting {
  readonly group: string;
}

/** The settings that every project has. */
export const coreSettings = once(
  (templates: Templates): readonly CoreSetting[] =>
    JSON.parse(templates.get('settings.json') ?? '') as readonly CoreSetting[],
);

/** Whether the service reads a setting. */
export const isOfService = (setting: Setting): boolean => setting.for === undefined;

/** A setting in `.env.example`: what it is, and its line, commented out unless new projects set it. */
export function exampleOf(setting: Setting): string {
  const { name, about, details = '', example = '', default: value = example, initial } = setting;
  const phrase = about.charAt(0).toUpperCase() + about.slice(1);
  const note = setting.required ? 'Required in production. ' : '';
  const [text = '', ...lines] = `${phrase}. ${note}${details}`
    .replaceAll('`', '')
    .trim()
    .split('\n');
  const comment = [...wrapped(text), ...lines].map((line) => `# ${line}`);
  return [...comment, initial === undefined ? `#${name}=${value}` : `${name}=${initial}`].join(
    '\n',
  );
}

/** Lines of at most 118 characters: 120 with the sign of a comment. */
const wrapped = (text: string): readonly string[] => text.match(/\S.{0,117}(?= |$)/g) ?? [];

type Rows = readonly (readonly string[])[];

/** The rows of a table of settings. */
export const settingRows = (settings: readonly Setting[]): Rows => [
  ['Setting', 'Default', 'Meaning'],
  ...settings.map(({ name, about, default: value, required }) => [
    `\`${name}\``,
    value === undefined ? '' : `\`${value}\``,
    required ? `${about}; required in production` : about,
  ]),
];

/** The rows of a table of settings with everything that is to be said of each setting. */
export function detailedRows(settings: readonly Setting[]): Rows {
  const [head = [], ...rows] = settingRows(settings);
  const detailed = rows.map(([name = '', value = '', about = ''], index) => {
    const details = settings[index]?.details?.replace(/\n +(.*)/g, ' `$1`');
    return [name, value, details === undefined ? about : `${about}. ${details}`];
  });
  return [head, ...detailed];
}
