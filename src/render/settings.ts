import { once } from '../once.js';
import type { Templates } from './template.js';

/** An environment variable of a project, stated once: deployment files, `.env.example` and README follow from it. */
export interface Setting {
  readonly name: string;
  /** What it sets, in half a sentence. */
  readonly about: string;
  /** More about it, in sentences. */
  readonly details?: string;
  /** What a missing or empty one means. */
  readonly default?: string;
  /** A value that shows its form, where there is no default. */
  readonly example?: string;
  /** Its value in the `.env` of a new project. */
  readonly initial?: string;
  /** The default of containers. */
  readonly container?: string;
  /** Whether production refuses to start without it. */
  readonly required?: boolean;
  readonly secret?: boolean;
  /** Who reads it, if not the service in production. */
  readonly for?: 'development' | 'tests' | 'compose';
  /** The table of the README that lists it: `usual` for what people set. The others are in `.env.example` alone. */
  readonly table?: 'usual' | 'limits';
}

/** The settings that every project has. */
export const coreSettings = once(
  (templates: Templates): readonly Setting[] =>
    JSON.parse(templates.get('settings.json') ?? '') as readonly Setting[],
);

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

/** The rows of a table of the README. */
export const settingRows = (
  settings: readonly Setting[],
  table: Setting['table'],
): readonly (readonly string[])[] => [
  ['Setting', 'Default', 'Meaning'],
  ...settings
    .filter((one) => one.table === table)
    .map(({ name, about, default: value, required }) => [
      `\`${name}\``,
      value === undefined ? '' : `\`${value}\``,
      required ? `${about}; required in production` : about,
    ]),
];
