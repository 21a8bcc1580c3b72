import type { Entry, Page, Section, Table } from './page.js';

/** A page for a terminal: the verdict stands last, beside the prompt. */
export function asText({ facts, sections, verdict }: Page): string {
  const shown = sections.filter(({ isEmpty }) => !isEmpty).toReversed();
  const circumstances = factLines(facts.map((one) => ({ ...one, name: one.name.toLowerCase() })));
  return [...shown.map(sectionText), ...circumstances, '', verdict].join('\n');
}

function sectionText({ title, text, table, entries = [] }: Section): string {
  const lines = [
    ...(text === undefined ? [] : [text]),
    ...(table ? tableLines(table) : []),
    ...entries.flatMap(entryLines),
  ];
  return [title, ...lines.map((line) => (line === '' ? '' : `  ${line}`)), ''].join('\n');
}

/** The width of a terminal, for long cells. */
const WIDTH = 100;

/** Rows in columns as wide as their widest cell; numbers stand on the right, and the last column is wrapped. */
function tableLines({ head, rows }: Table): readonly string[] {
  const last = head.length - 1;
  const widths = head.map((cell, at) =>
    Math.max(cell.length, ...rows.map((row) => row[at]!.length)),
  );
  const room = WIDTH - widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0);
  const isNumber = (at: number) => rows.every((row) => /^[\d,]+$/.test(row[at]!));
  const line = (cells: readonly string[]): readonly string[] =>
    wrapped(cells[last]!, Math.max(room, 40)).map((part, index) =>
      [...cells.slice(0, last).map((cell) => (index === 0 ? cell : '')), part]
        .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
        .join('  ')
        .trimEnd(),
    );
  return [head.map((cell) => cell.toLowerCase()), ...rows].flatMap(line);
}

/** A list in lines; its parts stay whole. */
function wrapped(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const part of text.split(/(?<=,) /)) {
    const longer = `${lines.at(-1)!} ${part}`.trimStart();
    if (longer.length > width && lines.at(-1) !== '') lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

const entryLines = ({ title, facts }: Entry): readonly string[] => [
  title,
  ...factLines(facts).map((line) => `  ${line}`),
  '',
];

function factLines(facts: Entry['facts']): readonly string[] {
  const width = Math.max(...facts.map(({ name }) => name.length));
  return facts.flatMap(({ name, value }) =>
    value.split('\n').map((line, at) => `${(at === 0 ? name : '').padEnd(width)}  ${line}`),
  );
}
