import { Reply } from './route-context.js';

/** What a page may hold: text is escaped, markup is kept, lists are joined; null, undefined and booleans are nothing. */
export type HtmlValue =
  string | number | bigint | boolean | null | undefined | Html | readonly HtmlValue[];

/** Markup made by `html`; a handler that returns it sends it as a page. */
export class Html extends Reply {
  constructor(private readonly markup: string) {
    super({ kind: 'body', body: markup }, { type: 'text/html; charset=utf-8' });
  }

  override toString(): string {
    return this.markup;
  }
}

/**
 * Markup whose values are escaped: `` html`<h1>${title}</h1>` ``. They may stand between tags and in attributes with quotes.
 * Escaping does not make a URL of a stranger safe (`javascript:`), nor text within `<script>` and `<style>`.
 */
export const html = (texts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(texts.reduce((all, text, at) => all + markupOf(values[at - 1]) + text));

function markupOf(value: HtmlValue): string {
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  return String(value).replace(/[&<>"']/g, (found) => ESCAPES[found]!);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
