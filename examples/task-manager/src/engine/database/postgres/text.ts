import type { ValueInfo } from './values.js';

/** The column as the text of its JSON answer, without quotes. */
export function asText(column: string, info: ValueInfo): string {
  switch (info.type) {
    case 'string':
    case 'text':
      return column;
    case 'float':
      return numberText(column);
    case 'decimal':
      return numberText(`${column}::double precision`);
    case 'datetime':
      return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    default:
      return `${column}::text`;
  }
}

/**
 * PostgreSQL has the same digits as JavaScript, but puts exponents elsewhere: `1e+15` for `1000000000000000`, `1e-05`
 * for `0.00001`, `1e-07` for `1e-7`, and `-0` for `0`.
 */
function numberText(number: string): string {
  const size = `abs(${number})`;
  return (
    `CASE WHEN ${number} = 0 THEN '0' ` +
    `WHEN ${size} >= 1e15 AND ${size} < 1e21 OR ${size} >= 1e-6 AND ${size} < 1e-4 THEN (${number})::text::numeric::text ` +
    `ELSE replace((${number})::text, 'e-0', 'e-') END`
  );
}
