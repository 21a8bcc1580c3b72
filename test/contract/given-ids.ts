import type { Message } from './http.js';
import { kindOfIds, newKey } from './ids.js';
import { decodeToken } from './token.js';

// Suites know ids as numbers that the service makes, and write them into paths as they are. Where models have keys that clients
// give, their requests become those of a client that does so.

/** Paths of models that have integers as their ids in every service, and of no model. */
const OTHERS = /^(?:\/api)?\/(?:auth|role|tenant|user|webhook_endpoint|_|$)/;
const MODELS_OF_PARTS = /^(?:\/api)?\/(?:appointment|diaries|devices|invoices|specimen)\b/;

/** The ids of `newKey`, as answers have them. */
const IDS = {
  texts: /k\d{20}\/%2F é\+'&x/g,
  parts: /k\d{20}%2F%252F%20%C3%A9%2B'%26x,\d+/g,
};

/** The ids of lists and paths as a client encodes them. */
export function withIdsEncoded(path: string): string {
  const kind = kindOfIds();
  if (kind !== 'texts' && kind !== 'parts') return path;
  const [place = '', ...rest] = path.split('?');
  const encoded = place.replace(IDS[kind], encodeURIComponent);
  return rest.length === 0 ? encoded : `${encoded}?${inQuery(rest.join('?'), kind)}`;
}

function inQuery(text: string, kind: 'texts' | 'parts'): string {
  return text.replace(/([^&=]*)=((?:[^&]|&x)*)/g, (_, name: string, value: string) => {
    const isList = name.endsWith('__in');
    const encoded = value.replace(IDS[kind], (id) =>
      encodeURIComponent(isList ? encodeURIComponent(id) : id),
    );
    return `${name}=${encoded}`;
  });
}

/** The keys that have been given by what decides about them: sent again, it has the same. */
const known = new Map<string, string>();

function knownKey(by: string): string {
  const key = known.get(by) ?? newKey();
  known.set(by, key);
  return key;
}

/** A request that creates records, with their keys. */
export function withKeysGiven(method: string, path: string, message: Message): Message {
  const kind = kindOfIds();
  if (method !== 'POST' || (kind !== 'texts' && kind !== 'parts')) return message;
  const { body, raw } = message;
  const { authorization, 'idempotency-key': sent } = message.headers ?? {};
  const [, token = ''] = String(authorization).split('Bearer ');
  const by = sent && token && decodeToken(token).claims['sub'];
  const request = sent && JSON.stringify([by, sent, path.replace(/^\/api/, ''), body]);
  let at = 0;
  const context: Context = {
    kind,
    key: () => (request ? knownKey(`${request} ${(at += 1)}`) : newKey()),
  };
  if (body !== undefined) return { ...message, body: bodyWithKeys(path, body, context) };
  return typeof raw === 'string' && takesKeys(path, kind)
    ? {
        ...message,
        raw: raw.replace(/^\s*\{(?=\s*"(?!id"))(?=.*\}\s*$)/s, `{${members(context)},`),
      }
    : message;
}

interface Context {
  readonly kind: 'texts' | 'parts';
  /** The key of a new record. */
  readonly key: () => string;
}

const members = (context: Context): string => JSON.stringify(keyOf(context)).slice(1, -1);

const keyOf = ({ kind, key }: Context): object =>
  kind === 'texts' ? { id: key() } : { zone: key(), seat: 7 };

const takesKeys = (path: string, kind: 'texts' | 'parts'): boolean =>
  /^(?:\/api)?\/\w+(?:$|\?)/.test(path) &&
  (kind === 'parts' ? MODELS_OF_PARTS.test(path) : !OTHERS.test(path));

function bodyWithKeys(path: string, body: unknown, context: Context): unknown {
  if (/^\/_batch/.test(path) && Array.isArray(body))
    return body.map((one: unknown) => (isRecord(one) ? operationWithKeys(one, context) : one));
  if (!takesKeys(path, context.kind)) return body;
  const on = /[?&]_on=([^&]*)/.exec(path)?.[1];
  return Array.isArray(body)
    ? body.map((one: unknown) => withKey(one, on, context))
    : withKey(body, on, context);
}

function operationWithKeys(one: Readonly<Record<string, unknown>>, context: Context): unknown {
  const { method, path, on, body } = one;
  if (typeof path !== 'string') return one;
  const whole = typeof on === 'string' ? `${path}?_on=${on}` : path;
  const given = method === 'POST' ? bodyWithKeys(whole, body, context) : body;
  return { ...one, path: withIdsEncoded(path), ...(body !== undefined && { body: given }) };
}

function withKey(one: unknown, on: string | undefined, { kind, key }: Context): unknown {
  if (!isRecord(one) || 'id' in one || 'zone' in one) return one;
  // What is found by its values is created once, with one key.
  const values =
    on &&
    JSON.stringify(
      decodeURIComponent(on)
        .split(',')
        .map((name) => one[name]),
    );
  return { ...one, ...keyOf({ kind, key: values ? () => knownKey(values) : key }) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
