import { afterAll, describe, expect, test } from 'vitest';
import { bars, due, figure, series, type Card } from '../../../templates/features/admin/ui/cards';
import { withinSentence } from '../../../templates/features/admin/ui/components/formats';
import { beginLanguage } from '../../../templates/features/admin/ui/i18n/language';
import { cardTitle } from '../../../templates/features/dashboard/ui/dashboard/card-frame';
import { dashboard } from '../../../templates/features/dashboard/ui/dashboard/feature';
import { features as german } from '../../../templates/features/german/ui/german/features';

const TEXTS = { en: dashboard.texts.en, de: german['dashboard'] } as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

/** The heading of a card of a model whose plural and labels are these. */
function titleOf(
  language: 'en' | 'de',
  many: string,
  card: Card,
  labels: Record<string, string> = {},
) {
  beginLanguage(language);
  const translate = (key: string, params: object) =>
    TEXTS[language]![key.replace('dashboard.', '')]!.replace(/%\{(\w+)\}/g, (_, name: string) =>
      String((params as Record<string, unknown>)[name]),
    );
  return cardTitle({ resource: { name: 'x' }, card }, translate, {
    one: () => many.replace(/s$/, ''),
    many: () => many,
    manyWithin: () => withinSentence(many),
    field: (_, source) => labels[source] ?? source,
  });
}

afterAll(() => beginLanguage('en'));

describe('the heading of a card', () => {
  const TOTAL = { total: 'Total', status: 'Status' };
  test.each([
    ['Articles', figure('created_at'), 'New articles'],
    ['VAT rates', series('created_at'), 'New VAT rates over time'],
    ['Articles', figure('listed_on'), 'New articles'],
    ['Order lines', figure('placed_at', { sum: 'total' }), 'Order line total'],
    ['Orders', bars('status'), 'Orders by status'],
    ['Orders', bars('status', { sum: 'total' }), 'Order total by status'],
    ['Invoices', due('due_on', { done: { status: ['paid'] } }), 'Invoices due'],
  ] as const)('of %s is in sentence case: %#', (many, card, text) =>
    expect(titleOf('en', many, card as Card, TOTAL)).toBe(text),
  );

  test.each([
    [figure('on', { sum: 'net' }), 'Invoices: net'],
    [series('on', { sum: 'spent' }), 'Invoices: amount spent over time'],
    [bars('author'), 'Invoices: created by'],
    [due('paid_on'), 'Invoices: paid on'],
    [due('starts_at'), 'Upcoming invoices'],
  ] as const)('does not go on from a label that is no noun: %#', (card, text) => {
    const labels = { net: 'Net', spent: 'Amount spent', author: 'Created by' };
    expect(
      titleOf('en', 'Invoices', card as Card, {
        ...labels,
        paid_on: 'Paid on',
        starts_at: 'Starts at',
      }),
    ).toBe(text);
  });

  test.each([
    ['Artikel', figure('created_at'), 'Neu: Artikel'],
    ['Personal', series('created_at'), 'Neu: Personal im Verlauf'],
    ['Rechnungen', due('due_on', { done: { status: ['paid'] } }), 'Fällig: Rechnungen'],
    ['Aufträge', figure('placed_at', { sum: 'total' }), 'Aufträge: Summe'],
    ['Aufträge', bars('status', { sum: 'total' }), 'Aufträge: Summe nach Status'],
    ['Aufträge', bars('author'), 'Aufträge · Erstellt von'],
  ] as const)('in German fits words of any gender and number: %s, %#', (many, card, text) => {
    const labels = { total: 'Summe', status: 'Status', author: 'Erstellt von' };
    expect(titleOf('de', many, card as Card, labels)).toBe(text);
  });
});
