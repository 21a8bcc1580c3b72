/** The content of a cell: a text, which may be empty, or null for a cell without a text. */
export type Cell = string | null;

/** The rows of a file, its header first. The function reads each letter itself: code of the service would repeat the service's faults. */
export function rowsOfFile(text: string): Cell[][] {
  const rows: Cell[][] = [[]];
  let [cell, isQuoted, at] = ['', false, text.startsWith('\uFEFF') ? 1 : 0];
  const end = () => {
    rows.at(-1)!.push(cell === '' && !isQuoted ? null : cell);
    [cell, isQuoted] = ['', false];
  };
  for (; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '"') {
      isQuoted = true;
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
    } else if (letter === ',') end();
    else if (letter === '\n') {
      end();
      rows.push([]);
    } else if (letter !== '\r') cell += letter;
  }
  return rows.slice(0, -1);
}
