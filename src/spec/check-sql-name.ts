import { MAX_SQL_NAME, sqlNameFault } from '../model/names.js';
import type { Position, Report } from '../problem.js';

/** Checks that a column can have a name, or a table by its own faults; `what` is the name with the word for it: "the column `a`". */
export function checkSqlName(
  name: string,
  { what, code, help }: { readonly what: string; readonly code: string; readonly help: string },
  at: Position,
  report: Report,
  faultOf = sqlNameFault,
): boolean {
  const fault = faultOf(name);
  if (fault === null) return true;
  const isLong = name.split('.').some((part) => Buffer.byteLength(part) > MAX_SQL_NAME);
  report.error(isLong ? 'name-too-long' : code, `${what} ${fault}`, at, help);
  return false;
}
