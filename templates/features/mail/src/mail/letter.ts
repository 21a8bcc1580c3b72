import { html, type MailText } from '#engine/mail';

/** The colour of the line above every mail: that of the application. */
const COLOR = '#5551c9';

/** A mail of a few sentences, with a link after the first. */
export const letter = (
  subject: string,
  [first = '', ...rest]: readonly string[],
  link = '',
): MailText => ({
  subject,
  text: `${[first, ...(link === '' ? [] : [link]), ...rest].join('\n\n')}\n`,
  html: html`<div style="${FRAME}">
    <p>${first}</p>
    ${link === '' ? '' : html`<p><a href="${link}">${link}</a></p>`}
    ${rest.map((line) => html`<p>${line}</p>`)}
  </div>`,
});

const FRAME = `border-top:4px solid ${COLOR};max-width:36em;padding-top:8px;font:16px/1.5 system-ui,sans-serif`;

/** Whether a language, such as `de-AT`, is German. */
export const isGerman = (language: string | null): boolean => /^de\b/i.test(language ?? '');
