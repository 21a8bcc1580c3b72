import type { Cell } from './cells.js';

/** The error for a file that is not a table, with the reason. */
export class BrokenTable extends Error {
  override readonly name = 'BrokenTable';

  constructor(why: string) {
    super(`The file cannot be read as a table: ${why}.`);
  }
}

/** Cells of a row: more than any spreadsheet has (16,384), so that nobody waits for a row of millions. */
const MOST_CELLS = 20_000;

/**
 * Where the next letter is: before what a cell says, in a plain or a quoted one, behind a quote within the latter (which ends
 * it, or is the first half of a quote), or behind a quotation.
 */
type Place = 'before' | 'plain' | 'quoted' | 'quote' | 'behind';

/**
 * Reads rows from the pieces of a text. Spaces around what a cell says are left out, and a quote within it is a letter. Between
 * tabs, spaces are a part of the cell, and so are the quotes of a quotation that ends before its cell does.
 */
export class CsvCells {
  readonly #separator: string;
  readonly #trims: boolean;
  /** The text of a plain cell: anything up to a separator or the end of a line. */
  readonly #rest: RegExp;
  #place: Place = 'before';
  #text = '';
  #isQuoted = false;
  #cells: Cell[] = [];
  /** Whether all cells of the header are quoted: then every one with a value is. */
  #quotesAll = true;
  #isHeader = true;
  /** The line of the file, and that in which the last quotation began. */
  #line = 1;
  #quotedFrom = 1;
  /** Whether the last letter was CR: LF is the other half of the same end of a line. */
  #followsCr = false;

  constructor(separator: string) {
    this.#separator = separator;
    this.#trims = separator !== '\t';
    this.#rest = new RegExp(`[^\\r\\n\\u{${separator.codePointAt(0)!.toString(16)}}]*`, 'uy');
  }

  /** The rows that end in the next piece. */
  read(piece: string): (readonly Cell[])[] {
    const rows: (readonly Cell[])[] = [];
    let at = 0;
    while (at < piece.length) {
      if (this.#place === 'quoted') at = this.#quotation(piece, at);
      else if (piece[at] === '\n' || piece[at] === '\r') {
        const isHalf = this.#followsCr && piece[at] === '\n';
        if (!isHalf) rows.push(this.#endRow());
        this.#followsCr = piece[at] === '\r';
        at += 1;
        continue;
      } else if (piece.startsWith(this.#separator, at)) {
        this.#endCell();
        at += this.#separator.length;
      } else at = this.#letters(piece, at);
      this.#followsCr = false;
    }
    return rows;
  }

  /** The row that ends with the text; null if no row is open. */
  end(): readonly Cell[] | null {
    if (this.#place === 'quoted')
      throw new BrokenTable(`the quotation that begins in line ${this.#quotedFrom} does not end`);
    return this.#place === 'before' && this.#cells.length === 0 ? null : this.#endRow();
  }

  #quotation(piece: string, at: number): number {
    const quote = piece.indexOf('"', at);
    const text = piece.slice(at, quote < 0 ? undefined : quote);
    this.#text += text;
    this.#line += linesIn(text);
    if (quote < 0) return piece.length;
    this.#place = 'quote';
    return quote + 1;
  }

  /** What is neither a separator nor the end of a line. */
  #letters(piece: string, at: number): number {
    const letter = piece[at]!;
    if (this.#place === 'quote' && letter === '"') return this.#goOn('quoted', at, letter);
    if (this.#place === 'quote' && !this.#trims) this.#text = `"${this.#text}"`;
    else if (this.#place === 'quote' || this.#place === 'behind') {
      if (isSpace(letter)) return this.#goOn('behind', at);
      throw new BrokenTable(`a quotation ends in the middle of a cell, in line ${this.#line}`);
    } else if (this.#place === 'before') {
      if (this.#trims && isSpace(letter)) return at + 1;
      if (letter === '"') return this.#quote(at);
    }
    this.#place = 'plain';
    this.#rest.lastIndex = at;
    const [text = ''] = this.#rest.exec(piece) ?? [];
    this.#text += text;
    return at + text.length;
  }

  #quote(at: number): number {
    this.#isQuoted = true;
    this.#quotedFrom = this.#line;
    return this.#goOn('quoted', at);
  }

  #goOn(place: Place, at: number, text = ''): number {
    this.#place = place;
    this.#text += text;
    return at + 1;
  }

  #endCell(): void {
    if (this.#cells.length === MOST_CELLS)
      throw new BrokenTable(`line ${this.#line} has more than ${MOST_CELLS} cells`);
    this.#cells.push(this.#cell());
    [this.#place, this.#text, this.#isQuoted] = ['before', '', false];
  }

  /** What is not quoted is empty without a letter; what is quoted is as it is, unless every cell is. */
  #cell(): Cell {
    if (this.#isHeader) this.#quotesAll &&= this.#isQuoted;
    if (!this.#isQuoted) return this.#text.trim() || null;
    return this.#text === '' && this.#quotesAll ? null : this.#text;
  }

  #endRow(): readonly Cell[] {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#isHeader = false;
    this.#line += 1;
    return cells;
  }
}

const isSpace = (letter: string): boolean => letter.trim() === '';

/** How many lines end in a quotation. */
const linesIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;
