/** HTML in which every value is escaped, as `html` makes it. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What may stand in HTML; nothing is written for what is missing, and lists one after another. */
export type HtmlValue = Html | string | number | null | undefined | readonly HtmlValue[];

/** HTML of a template: html`<p>Hello ${name}</p>`. Values are escaped, unless `html` has made them. */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts.map((part, at) => part + textOf(values[at])).join(''));

/** HTML that comes from elsewhere and is taken as it is: what stands in it must not come from users. */
export const trustedHtml = (text: string): Html => new Html(text);

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
