import { API_URL, request } from '../api/http';
import { chunks } from '../api/data-provider';
import type { FilePlace } from './stored-file';

/** Widths of the small pictures that the service makes. */
export type SmallWidth = 64 | 200 | 400 | 800;

/** A file, or the small picture of one, that a link leads to. */
export interface Linked extends FilePlace {
  /** The id of the file: another one in the same field has another link. */
  file: string;
  width?: SmallWidth;
}

interface Link {
  url: string;
  expires: string;
}

/** Links that one request may ask for. */
const TOGETHER = 200;
/** Milliseconds in which places that ask for links ask together: the rows of a list do. */
const MOMENT = 20;
/** Milliseconds that a link has to be good for still, to be used. */
const RESERVE = 15_000;

interface Asked {
  linked: Linked;
  answer: Promise<Link | null>;
  settle: (links: Promise<Link | null>) => void;
}

const known = new Map<string, Promise<Link | null>>();
let waiting: Asked[] = [];

/**
 * The address of a file for what sends no header; null where the user may not open it. All that a page asks for at a moment is
 * one request, and an address that is good for a while yet is given again.
 */
export async function linkTo(linked: Linked): Promise<string | null> {
  const key = keyOf(linked);
  const found = await known.get(key)?.catch(() => null);
  const isGood = found && Date.parse(found.expires) - Date.now() > RESERVE;
  const link = isGood ? found : await ask(key, linked);
  return link && addressOf(link.url);
}

/** Forgets an address that has led to nothing, such as one of a session that has ended. */
export const forgetLink = (linked: Linked): void => void known.delete(keyOf(linked));

const keyOf = ({ model, id, field, file, width }: Linked): string =>
  JSON.stringify([model, id, field, file, width]);

/** The address of a service elsewhere begins with its host. */
const addressOf = (path: string): string =>
  new URL(path, new URL(API_URL, window.location.href)).href;

function ask(key: string, linked: Linked): Promise<Link | null> {
  const pending = waiting.find((one) => keyOf(one.linked) === key);
  if (pending) return pending.answer;
  if (waiting.length === 0) setTimeout(() => void askAll(), MOMENT);
  let settle: Asked['settle'] = () => undefined;
  const answer = new Promise<Link | null>((resolve) => (settle = resolve));
  waiting.push({ linked, answer, settle });
  known.set(key, answer);
  return answer;
}

async function askAll(): Promise<void> {
  const all = waiting;
  waiting = [];
  for (const some of chunks(all, TOGETHER)) {
    const links = request<(Link | null)[]>('/_files/_links', {
      method: 'POST',
      body: some.map(({ linked: { model, id, field, width } }) => ({ model, id, field, width })),
    });
    some.forEach(({ settle }, at) => settle(links.then(({ data }) => data[at] ?? null)));
    await links.catch(() => undefined);
  }
}
