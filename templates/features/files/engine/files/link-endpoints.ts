import type { Request, RequestHandler, Response } from 'express';
import { readJson } from '../http/read-body.js';
import { HttpProblem, invalid, notFound, show } from '../problem/problem.js';
import { isRecord } from '../records/writing/check-payload.js';
import { queryOf, sendText } from '../routes/respond.js';
import { addressOf, noFile } from './file-place.js';
import type { FileEndpointParts } from './files-parts.js';
import { fileAt, filesAt, sendFile, widthIn } from './open-file.js';
import type { Links } from './sealed-link.js';
import type { StoredFile } from './stored-files.js';
import type { Width } from './storage/storage.js';

/** The path that links lead to. */
export const OPEN_PATH = '/_files/_open';
/** Links that one request asks for. */
export const MOST_LINKS = 200;
/** Milliseconds for which a link is good. */
const GOOD_FOR = 60_000;

/** What one link is asked for. */
interface Asked {
  readonly model: string;
  readonly id: string;
  readonly field: string;
  readonly width: Width | null;
}

/**
 * `POST /_files/_links`: addresses for what sends no header, such as pictures of a page. Each is good for a minute, for whoever asked:
 * the rule of the row is asked when it is used. Null for a file that is not there, and for one that the caller may not open.
 */
export const makeLinks =
  (parts: FileEndpointParts, links: Links): RequestHandler =>
  async (request, response) => {
    const asked = askedIn(await readJson(request, parts.settings.bodyLimit));
    const addresses = asked.map((one) => addressOf(one, parts));
    const files = await filesAt(addresses, request, response, parts);
    const made = asked.map((one, at) => {
      const file = files[at];
      return file ? linkTo(file, one, request, links) : null;
    });
    sendText(response, JSON.stringify(made));
  };

function askedIn(body: unknown): readonly Asked[] {
  if (!Array.isArray(body) || body.length > MOST_LINKS)
    throw invalid([
      {
        field: '',
        code: 'type',
        message: `The body must be an array of at most ${MOST_LINKS} files.`,
      },
    ]);
  return body.map((one: unknown, index) => {
    const { model, id, field, width, ...others } = isRecord(one) ? one : {};
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      const message = `There is no ${show(unknown)}: a file has model, id, field and width.`;
      throw invalid([{ field: show(unknown), code: 'unknown-field', message, index }]);
    }
    const isId = typeof id === 'string' || typeof id === 'number';
    if (typeof model === 'string' && isId && typeof field === 'string')
      return { model, id: String(id), field, width: widthIn(width) };
    const message = 'A file is asked for by model, id and field.';
    throw invalid([{ field: '', code: 'type', message, index }]);
  });
}

function linkTo(file: StoredFile, asked: Asked, request: Request, links: Links): object {
  const expires = Date.now() + GOOD_FOR;
  const { authorization = null } = request.headers;
  const { id: userId } = request.currentUser!;
  const link = links.seal({ ...asked, authorization, userId, file: file.id, expires });
  const name = encodeURIComponent(file.name);
  return {
    url: `${request.mountedAt}${OPEN_PATH}/${name}?link=${link}`,
    expires: new Date(expires).toISOString(),
  };
}

async function seenFile(
  asked: Omit<Asked, 'width'>,
  request: Request,
  response: Response,
  parts: FileEndpointParts,
): Promise<StoredFile | null> {
  const address = addressOf(asked, parts);
  if (!address) return null;
  try {
    return await fileAt(address, request, response, parts);
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 404) return null;
    throw error;
  }
}

/** `GET /_files/_open/:name?link=...`: what the link was made for, if its caller may still open it. */
export const openLink =
  (parts: FileEndpointParts, links: Links): RequestHandler =>
  async (request, response) => {
    const { link } = queryOf(request);
    const claims = typeof link === 'string' ? links.open(link) : null;
    if (!claims) throw linkExpired();
    await comeBack(request, response, claims.authorization, parts);
    if (request.currentUser!.id !== claims.userId) throw linkExpired();
    const file = await seenFile(claims, request, response, parts);
    if (!file || file.id !== claims.file) throw noFile();
    // Pages of other origins that may call the service show its pictures, too.
    if (parts.settings.corsOrigins.length > 0)
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
    await sendFile(request, response, file, claims.width, parts);
  };

const linkExpired = () =>
  notFound('The link has expired or is not valid: ask for another one.', 'link-expired');

/** Identifies whoever asked for the link as if they called now: a session that has ended opens nothing. */
async function comeBack(
  request: Request,
  response: Response,
  authorization: string | null,
  { authentication }: FileEndpointParts,
): Promise<void> {
  delete request.headers.authorization;
  if (authorization !== null) request.headers.authorization = authorization;
  await new Promise<void>((resolve, reject) => {
    const next = (error?: unknown): void =>
      error === undefined ? resolve() : reject(error as Error);
    Promise.resolve(authentication.signedIn(request, response, next)).catch(reject);
  });
}
