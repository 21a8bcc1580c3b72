import type { Cell } from '../../templates/tools/prove/doors/csv.js';

/** A file whose header stands as it is, and whose values are quoted: what is not quoted is nothing. */
export const fileOf = (headers: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [headers.join(','), ...rows.map((cells) => cells.map(quoted).join(',')), ''].join('\n');

const quoted = (cell: Cell): string => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`);
