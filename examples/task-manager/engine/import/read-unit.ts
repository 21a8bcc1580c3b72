/** What stands beside an amount of a currency: its code, and its signs where a reader's own currency is another one or the same. */
function signsOf(unit: string): readonly string[] {
  if (!Intl.supportedValuesOf('currency').includes(unit)) return [];
  const shown = (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: unit, currencyDisplay })
      .formatToParts(1)
      .find(({ type }) => type === 'currency'),
  );
  return shown.flatMap((part) => part?.value ?? []);
}

/** The signs by which numbers of a unit are recognized, the longest first: `CA$` before `$`. */
interface Signs {
  readonly all: readonly string[];
  /** Only those of currencies may stand before a number. */
  readonly mayLead: boolean;
}

const known = new Map<string, Signs>();

function knownSigns(unit: string): Signs {
  const found = known.get(unit);
  if (found) return found;
  const own = signsOf(unit);
  const all = [...new Set([unit, ...own])].sort((one, other) => other.length - one.length);
  const signs = { all, mayLead: own.length > 0 };
  known.set(unit, signs);
  return signs;
}

/**
 * A number without its own unit, as people write it: `€ 1,234.50`, `-€5`, `1.234,50 EUR`, `12 km`. Null for a text without it,
 * and so for one with any other.
 */
export function withoutUnit(text: string, unit: string | null): string | null {
  if (unit === null) return null;
  const [, minus = '', rest = ''] = /^([-+\u2212]?)\s*([^]*)$/.exec(text.trim()) ?? [];
  const { all, mayLead } = knownSigns(unit);
  for (const sign of all) {
    if (rest.endsWith(sign)) return minus + rest.slice(0, -sign.length).trim();
    if (mayLead && rest.startsWith(sign)) return minus + rest.slice(sign.length).trim();
  }
  return null;
}
