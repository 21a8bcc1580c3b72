/** A pattern of the texts of all whole numbers from `min` to `max`, without leading zeros. */
export function integerPattern(min: bigint, max: bigint): string {
  const negative = min < 0n ? alternatives(max < 0n ? -max : 1n, -min) : [];
  const positive = max >= 0n ? alternatives(min > 0n ? min : 0n, max) : [];
  const signed = negative.length > 0 ? [`-(${negative.join('|')})`] : [];
  return `^(${[...signed, ...positive].join('|')})$`;
}

/** Those with as many digits as `low`, with as many as `high`, and all in between. */
function alternatives(low: bigint, high: bigint): string[] {
  const [from, to] = [String(low), String(high)];
  const [least, most] = [from.length, to.length];
  if (least === most) return between(from, to);
  return [
    ...between(from, '9'.repeat(least)),
    ...(most - least > 1 ? [`[1-9]\\d{${least},${most - 2}}`] : []),
    ...between(`1${'0'.repeat(most - 1)}`, to),
  ];
}

/** Texts of as many digits as both have. */
function between(low: string, high: string): string[] {
  const [first, last] = [Number(low[0]), Number(high[0])];
  const [lowEnd, highEnd] = [low.slice(1), high.slice(1)];
  const [whole, full] = [/^0*$/.test(lowEnd), /^9*$/.test(highEnd)];
  if (first === last && !(whole && full)) return between(lowEnd, highEnd).map((end) => first + end);
  const [from, to] = [whole ? first : first + 1, full ? last : last - 1];
  return [
    ...(whole ? [] : between(lowEnd, highEnd.replace(/./g, '9')).map((end) => first + end)),
    ...(from <= to ? [digit(from, to) + digits(lowEnd.length)] : []),
    ...(full ? [] : between(lowEnd.replace(/./g, '0'), highEnd).map((end) => last + end)),
  ];
}

const digit = (from: number, to: number): string => (from === to ? `${from}` : `[${from}-${to}]`);

const digits = (count: number): string => (count < 2 ? '\\d'.repeat(count) : `\\d{${count}}`);
