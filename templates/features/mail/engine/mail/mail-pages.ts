import express, { type RequestHandler, type Response } from 'express';
import { endpoint } from '../http/endpoint.js';
import { loopbackOnly } from '../http/security-headers.js';
import { notFound } from '../problem/problem.js';
import { html, type Html, trustedHtml } from './html.js';
import type { Mailbox } from './message.js';
import { storedMail, storedMails, type StoredMail } from './outbox.js';

const PATH = '/dev/mail';

/** Pages with the mails of a folder, for local use only: never to be served in production. */
export function mailPages(folder: string): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true });
  const list: RequestHandler = async (_request, response) => {
    sendPage(response, 'Mails', listOf(await storedMails(folder)));
  };
  const show: RequestHandler = async ({ params }, response) => {
    const mail = await storedMail(folder, String(params['id']));
    if (mail === null) throw notFound('There is no such mail.');
    sendPage(response, mail.subject, pageOf(mail));
  };
  endpoint(router, PATH, { get: list }, loopbackOnly);
  endpoint(router, `${PATH}/:id`, { get: show }, loopbackOnly);
  return router;
}

const listOf = (mails: readonly StoredMail[]): Html => html`
  <h1>Mails</h1>
  ${mails.length === 0 ? html`<p>None yet. In development, every mail of this service appears here.</p>` : ''}
  <ul>
    ${mails.map(
      ({ id, subject, to, sentAt }) =>
        html`<li>
          <a href="mail/${id}">${subject}</a> <small>to ${names(to)}, ${timeOf(sentAt)}</small>
        </li>`,
    )}
  </ul>
`;

const pageOf = ({
  subject,
  to,
  cc,
  bcc,
  replyTo,
  sentAt,
  text,
  html: body,
}: StoredMail): Html => html`
  <p><a href="../mail">All mails</a></p>
  <h1>${subject}</h1>
  <dl>
    ${row('To', to)} ${row('Cc', cc)} ${row('Bcc', bcc)}
    ${row('Reply to', replyTo === null ? [] : [replyTo])}
    <dt>Sent</dt>
    <dd>${timeOf(sentAt)}</dd>
  </dl>
  ${body === null ? '' : framed(body)}
  <h2>Text</h2>
  <pre>${text}</pre>
`;

/** Sandboxed without scripts and origin; its links open outside the frame. */
const framed = (body: string): Html => html`
  <h2>HTML</h2>
  <iframe
    title="The mail as HTML"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcdoc="${`<base target="_blank">${body}`}"
  ></iframe>
`;

const row = (term: string, who: readonly Mailbox[]): Html | null =>
  who.length === 0
    ? null
    : html`<dt>${term}</dt>
        <dd>${names(who)}</dd>`;

const names = (who: readonly Mailbox[]): string =>
  who.map(({ name, address }) => (name === '' ? address : `${name} <${address}>`)).join(', ');

const timeOf = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** No scripts, and nothing from elsewhere: the images of a mail are not loaded. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; form-action 'none'";

const STYLE = trustedHtml(`
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; padding: 0 1rem; }
  li { margin-block: 0.5rem; }
  dl { display: grid; gap: 0.25rem 1rem; grid-template-columns: max-content 1fr; }
  dd { margin: 0; overflow-wrap: anywhere; }
  iframe { background: #fff; border: 1px solid #888; box-sizing: border-box; color-scheme: light; height: 24rem; width: 100%; }
  pre { border: 1px solid #888; padding: 1rem; white-space: pre-wrap; }
`);

function sendPage(response: Response, title: string, body: Html): void {
  response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
  response.setHeader('cache-control', 'no-store');
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  response.type('html').send(page.text);
}
