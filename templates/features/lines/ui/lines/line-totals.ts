import { factorsOf, sumOf, type FormLine } from './lines';
import type { FieldFact } from '../application';
import { formatNumber } from '../components/formats';
import { isCurrency } from '../components/units';

/** What lines add up to, as people read it: by a column of amounts, or a product of columns (`quantity * price`). */
export function totalText(
  lines: readonly FormLine[],
  total: string,
  facts: readonly FieldFact[],
): string {
  const last = factorsOf(total).at(-1);
  const digits = facts.find(({ source }) => source === last)?.digits;
  return formatNumber(sumOf(lines, total, digits), digits, unitOf(total, facts));
}

/** What a sum is of: of products, the currency of a price, which has been multiplied by how many there are. */
function unitOf(total: string, facts: readonly FieldFact[]): string | undefined {
  const factors = factorsOf(total);
  const units = factors.map((field) => facts.find(({ source }) => source === field)?.unit);
  return factors.length === 1 ? units[0] : units.find(isCurrency);
}

/** What the fields of a product make in one line (`quantity * price`); null where one of them is empty. */
export function productText(
  line: FormLine,
  product: string,
  facts: readonly FieldFact[],
): string | null {
  const isEmpty = factorsOf(product).some((field) => (line[field] ?? '') === '');
  return isEmpty ? null : totalText([{ ...line, id: 0 }], product, facts);
}

/** The products among totals, of which a line has an amount. */
export const productsIn = (totals: readonly string[]): readonly string[] =>
  totals.filter((total) => factorsOf(total).length > 1);

/** Totals by their column, if all of their fields are there: that of the last field, or beside it that of a product. */
export const totalsByColumn = (
  totals: readonly string[],
  isThere: (field: string) => boolean,
): ReadonlyMap<string, string> =>
  new Map(
    totals
      .filter((total) => factorsOf(total).every(isThere))
      .map((total) => [factorsOf(total).at(-1)!, total]),
  );
