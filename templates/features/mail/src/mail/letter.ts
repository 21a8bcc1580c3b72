import { html, type MailText } from '#engine/mail';

/** A mail of a few sentences, with a link after the first. */
export const letter = (
  subject: string,
  [first = '', ...rest]: readonly string[],
  link = '',
): MailText => ({
  subject,
  text: `${[first, ...(link === '' ? [] : [link]), ...rest].join('\n\n')}\n`,
  html: html`<p>${first}</p>
    ${link === '' ? '' : html`<p><a href="${link}">${link}</a></p>`}
    ${rest.map((line) => html`<p>${line}</p>`)}`,
});

/** Whether a language, such as `de-AT`, is German. */
export const isGerman = (language: string | null): boolean => /^de\b/i.test(language ?? '');
