import {
  InvalidSettings,
  MAX_PASSWORD_LENGTH,
  productionRefusals,
  warningsOf,
  type Environment,
  type Settings,
} from './settings.js';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';

/** What `finish` adds to settings. */
type Judgement = Pick<Settings, 'refusals' | 'warnings'>;

export interface SettingReader {
  /** What is wrong with the values read so far, one line each. */
  readonly wrong: readonly string[];
  /** The value of a variable; `initial` is the text for one that is missing or empty. */
  readonly read: <T>(name: string, initial: string, parse: (text: string) => T) => T;
  /** The settings with their warnings; throws an `InvalidSettings` that lists every invalid value. */
  readonly finish: <Own extends Omit<Settings, keyof Judgement>>(values: Own) => Own & Judgement;
}

/** Reads settings one by one, and collects errors until all are read. */
export function settingReader(env: Environment): SettingReader {
  const wrong: string[] = [];
  return {
    wrong,
    read: (name, initial, parse) => {
      try {
        return parse(env[name] || initial);
      } catch (error) {
        wrong.push(`${name}: ${(error as Error).message}`);
        return parse(initial);
      }
    },
    finish: (values) => {
      const refusals = values.production ? productionRefusals(env) : [];
      const settings = { ...values, refusals, warnings: warningsOf(env, values) };
      if (wrong.length > 0) throw new InvalidSettings(wrong, settings);
      return settings;
    },
  };
}

/*
 * Parsers of setting values: each takes the text of a variable and throws what it expected instead.
 */

/** The database's location. */
export function databaseUrl(text: string): string {
  if (/^sqlite:.+/.test(text) || (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)))
    return text;
  // The error does not show the text itself, which may contain a password.
  throw new Error('expected `sqlite:data/app.db` or `postgres://user:password@host:5432/name`');
}

/** A host name or address to listen on. */
export function host(text: string): string {
  if (isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  throw new Error(`expected a host name or an IP address, got \`${text}\``);
}

/** The administrator's first password. */
export function password(text: string): string {
  if ([...text].length <= MAX_PASSWORD_LENGTH) return text;
  throw new Error(`expected at most ${MAX_PASSWORD_LENGTH} characters`);
}

/** The key that signs tokens; without one, a random key for this run. */
export const secret = (text: string): string => text || randomBytes(48).toString('base64url');

/** The address of the service, without a slash at its end; null for none. */
export function publicUrl(text: string): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.username === '' && url.password === '' && !/[?#]/.test(text);
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  // The error does not show the text itself, which may contain a password.
  throw new Error('expected an address such as `https://shop.example.com`');
}

/** A boolean. */
export function flag(text: string): boolean {
  if (text === '1' || text === '0') return text === '1';
  throw new Error(`expected 1 or 0, got \`${text}\``);
}

/** A time in seconds. */
export function duration(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,8})([smhd]?)$/.exec(text) ?? [];
  const seconds = Number(amount) * { s: 1, m: 60, h: 3600, d: 86_400 }[unit || 's']!;
  if (seconds <= 365 * 86_400) return seconds;
  throw new Error(`expected seconds, or a time like \`30m\`, \`12h\`, \`7d\`, got \`${text}\``);
}

/** A time in seconds, or 0 for none. */
export const timeout = (text: string): number => (text === '0' ? 0 : duration(text));

/** A size in bytes. */
export function size(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,9})\s*(b|kb|mb)?$/i.exec(text) ?? [];
  const bytes = Number(amount) * { b: 1, kb: 1024, mb: 1024 ** 2 }[unit?.toLowerCase() ?? 'b']!;
  if (bytes <= 1024 ** 3) return bytes;
  throw new Error(`expected bytes, or a size like \`512kb\`, \`1mb\`, got \`${text}\``);
}

/** Words, comma-separated; digits and signs in them do not count. */
export function words(text: string): string[] {
  const given = list(text);
  const bad = given.find((word) => !/\p{L}/u.test(word));
  if (bad === undefined) return given;
  throw new Error(`expected words with letters, got \`${bad}\``);
}

/** Browser origins, comma-separated. */
export function origins(text: string): string[] {
  const given = list(text);
  const bad = given.find((origin) => origin !== '*' && !isOrigin(origin));
  if (bad === undefined) return given;
  throw new Error(`expected \`*\` or origins like \`https://app.example.com\`, got \`${bad}\``);
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

/** The setting as Express takes it: yes, no, the number of proxies, or their addresses and networks. */
export function trustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,3}$/.test(text)) return Number(text) || false;
  const bad = list(text).find((entry) => !isNetwork(entry));
  if (bad === undefined) return text;
  throw new Error(`expected a number of proxies, or addresses and networks, got \`${bad}\``);
}

function isNetwork(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  return version > 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

/** Entries with commas between, without blanks around them. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

export const integer = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`expected an integer from ${min} to ${max}, got \`${text}\``);
};

export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new Error(`expected one of ${words.join(', ')}, got \`${text}\``);
  };

export const textOf = (length: number) => (text: string) => {
  if ([...text].length <= length) return text;
  throw new Error(`expected at most ${length} characters`);
};
