import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import express, { type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';
import type { CurrentUser } from '../model/access-rules.js';
import type { AccountRules } from '../auth/own-account.js';
import type { Directory } from '../auth/directory.js';
import type { Authentication } from '../auth/authentication.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import type { OwnRouter } from '../model/define-routes.js';
import type { ModelModule } from '../model/model-module.js';
import { endpoint, redirect } from '../http/endpoint.js';
import { sendFile } from '../http/back-office.js';
import type { Settings } from '../settings/settings.js';
import { openApiDocument, type DocumentParts } from './openapi.js';
import { documentParts, type DescribedEndpoints } from './document-parts.js';
import { publicView, viewOf, type DescribedLines } from './model-schemas.js';
import type { Limits } from './field-schema.js';
import type { DescribedView, DescribedWrites, OpenApiDocument } from './openapi-types.js';

export interface DocsParts {
  readonly engine: EngineWithPolicy;
  readonly modules: readonly ModelModule[];
  readonly routers: readonly OwnRouter[];
  /** Endpoints of features. */
  readonly endpoints?: readonly DescribedEndpoints[];
  readonly account?: AccountRules | undefined;
  /** A feature's description of the writes of generated endpoints. */
  readonly writes?: DescribedWrites | undefined;
  /** A feature's description of other records of models. */
  readonly view?: DescribedView | undefined;
  /** A feature's description of records that are lines of others. */
  readonly describedLines?: DescribedLines | undefined;
  /** The cookie of sessions, where a feature has one. */
  readonly sessionCookie?:
    { readonly describe: (document: OpenApiDocument) => OpenApiDocument } | undefined;
  readonly directory: Directory;
  readonly authentication: Authentication;
  readonly settings: Limits & Pick<Settings, 'docs'>;
  readonly logger: Logger;
  /** The project's `src`. */
  readonly folder: string;
  /** The folder with the code that runs. */
  readonly code: string;
}

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** `/openapi.json`, and `/docs` that shows it; their dependencies are loaded on first use. */
export function createDocsRouter(parts: DocsParts): Router {
  const { settings } = parts;
  const router = express.Router({ caseSensitive: true, strict: true });
  if (settings.docs === 'off') return router;
  const documents = cachedDocuments(parts);

  const document: RequestHandler = async (request, response) => {
    const { text, zipped } = await documents(request.currentUser);
    response.setHeader('cache-control', 'private, no-cache');
    response.vary('Accept-Encoding');
    response.type('json');
    if (request.acceptsEncodings('gzip') !== 'gzip') return void response.send(text);
    response.setHeader('content-encoding', 'gzip');
    response.send(await zipped());
  };
  const { signedIn, maybeSignedIn } = parts.authentication;
  const mayRead = settings.docs === 'public' ? maybeSignedIn : signedIn;
  endpoint(router, '/openapi.json', { get: document }, mayRead);

  // Public, but empty without the document: it prompts for a token where one is needed.
  endpoint(router, '/docs', { get: sendText('html', DOCS_PAGE) });
  endpoint(router, '/docs/', { get: redirect('/docs') });
  endpoint(router, '/docs/docs.js', { get: sendText('js', DOCS_SCRIPT) });
  for (const name of ASSETS) endpoint(router, `/docs/${name}`, { get: sendAsset(name) });
  return router;
}

/** A document as it is sent: of hundreds of models it has megabytes, of which compression leaves a few percent. */
interface SentDocument {
  readonly text: string;
  /** Compressed on first use. */
  zipped(): Promise<Buffer>;
}

const zip = promisify(gzip);

function sentDocument(document: OpenApiDocument): SentDocument {
  const text = JSON.stringify(document);
  let zipped: Promise<Buffer> | undefined;
  return { text, zipped: () => (zipped ??= zip(text)) };
}

/** One document per set of roles, as long as the roles do not change. */
function cachedDocuments({
  engine,
  modules,
  routers,
  endpoints = [],
  account,
  writes,
  view,
  describedLines,
  sessionCookie,
  directory,
  settings,
  logger,
  folder,
  code,
}: DocsParts) {
  let parts: Promise<DocumentParts> | undefined;
  let known = directory.roles();
  const sent = new Map<string, SentDocument>();

  const documentOf = (document: OpenApiDocument) => sessionCookie?.describe(document) ?? document;
  const load = () =>
    documentParts({
      ...{ models: engine.models, modules, routers, endpoints, account, folder, code },
      ...{ limits: settings, writes, view, lines: describedLines },
      warn: (message) => logger.warn(message),
    });

  return async (user: CurrentUser | undefined): Promise<SentDocument> => {
    const described = await (parts ??= load());
    if (known !== directory.roles()) sent.clear();
    known = directory.roles();
    const key = JSON.stringify(user?.roles ?? null);
    // The view goes by the roles alone: the limits of an API key would make another document for each key.
    const view = user ? viewOf(engine.policy, { ...user, limits: undefined }) : publicView;
    const document = sent.get(key) ?? sentDocument(documentOf(openApiDocument(described, view)));
    sent.set(key, document);
    return document;
  };
}

const sendText =
  (type: string, text: string): RequestHandler =>
  (_request, response) => {
    response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
    response.setHeader('cache-control', 'no-cache');
    response.type(type).send(text);
  };

function sendAsset(name: string): RequestHandler {
  return async (request, response) => {
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    await sendFile(request, response, join(folder, name), 'public, max-age=86400');
  };
}

/** The page of `/docs`. Everything it loads comes from the service itself. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API documentation</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png" />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <form hidden>
      <p>
        This documentation is for signed-in users: sign in to the back-office and load this page again, or give an access
        token.
      </p>
      <label>Access token <input autocomplete="off" spellcheck="false" required /></label>
      <button>Show</button>
      <output></output>
    </form>
    <div id="docs"></div>
    <noscript>The document itself is at <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script type="module" src="docs/docs.js"></script>
  </body>
</html>
`;

/**
 * Shows the document with the permissions of the back-office's session, and sends requests with its token, or by its cookie
 * where the document has one; prompts for a token where nothing can be shown without one.
 */
export const DOCS_SCRIPT = `const base = location.pathname.replace(/\\/docs$/, '');
const COOKIE = { 'x-session': 'cookie' };
const bearer = (token) => ({ authorization: 'Bearer ' + token });
const read = (headers) => fetch(base + '/openapi.json', { headers });

async function show(answer, token) {
  const spec = await answer.json();
  spec.servers = [{ url: base || '/' }];
  const byCookie = !token && spec.components.securitySchemes.cookie;
  const open = new Set(openOperations(spec));
  const ui = SwaggerUIBundle({
    spec,
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'none',
    validatorUrl: null,
    requestInterceptor(request) {
      const operation = request.method + ' ' + new URL(request.url, location).pathname;
      if (byCookie && !request.headers.Authorization && !open.has(operation))
        Object.assign(request.headers, COOKIE);
      return request;
    },
    onComplete: () => token && ui.preauthorizeApiKey('bearer', token),
  });
}

// Trying out how to sign in does not sign the back-office in as somebody else.
const openOperations = ({ paths }) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => security?.length === 0)
      .map(([method]) => method.toUpperCase() + ' ' + base + path),
  );

const form = document.querySelector('form');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const token = form.querySelector('input').value.trim();
  // A header does not even take every text.
  const answer = await read(bearer(token)).catch(() => ({ ok: false }));
  form.hidden = answer.ok;
  form.querySelector('output').textContent = 'The token has expired or is not valid.';
  if (answer.ok) await show(answer, token);
});

const token = localStorage.getItem('jm_access_token');
const hasCookie = /session-user=/.test(document.cookie);
const own = token ? await read(bearer(token)) : hasCookie ? await read(COOKIE) : null;
const answer = own?.ok ? own : await read({});
form.hidden = answer.ok;
if (answer.ok) await show(answer, own?.ok ? token : null);
`;
