/** HTML in which every value is escaped, created by `html`. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What a template accepts; missing values render as nothing, lists as their items. */
export type HtmlValue = Html | string | number | null | undefined | readonly HtmlValue[];

/** An HTML template: html`<p>Hello ${name}</p>`. Values are escaped, unless created by `html`. */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts.map((part, at) => part + textOf(values[at])).join(''));

/** HTML from elsewhere, used as it is: it must not contain user input. */
export const trustedHtml = (text: string): Html => new Html(text);

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
