import type { Growth } from './growth.js';
import type { Sample } from './measure.js';

export interface Row {
  readonly operation: string;
  readonly target: string;
  readonly sample: Sample;
  /** Requests per second divided by the limit's in the same round: the lowest of the rounds. */
  readonly ratio: number;
  /** The median of the same. */
  readonly median: number;
  readonly megabytes: number;
}

/** A figure without decimals, its thousands apart. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** The figures as a Markdown table, one line an operation and target. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) =>
      `| ${row.operation} | ${row.target} | ${whole(row.sample.perSecond)} | ${row.ratio.toFixed(2)} | ${row.sample.p50.toFixed(1)} | ${row.sample.p99.toFixed(1)} | ${whole(row.sample.processor)} | ${whole(row.megabytes)} |`,
  );
  return [
    '| operation | target | requests/s | lowest ratio to limit | p50 ms | p99 ms | processor µs | memory MB |',
    '|---|---|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

/** The growth figures as a Markdown table: a column for each size on each database. */
export function growthTable(growth: readonly Growth[]): string {
  const questions = [...growth[0]!.milliseconds.keys()];
  const heads = growth.map(({ database, rows }) => `${database} ${whole(rows)}`);
  const lines = questions.map((question) => {
    const cells = growth.map(({ milliseconds }) => milliseconds.get(question)!.toFixed(1));
    return `| ${question} | ${cells.join(' | ')} |`;
  });
  return [
    `| milliseconds | ${heads.join(' | ')} |`,
    `|---|${heads.map(() => '---:').join('|')}|`,
    ...lines,
  ].join('\n');
}

const COLOURS = ['#94a3b8', '#2563eb', '#f59e0b', '#ef4444', '#10b981', '#8b5cf6'];
const BAR = 16;
const GAP = 22;
const LEFT = 160;
const WIDTH = 560;
/** Longer bars end here, with their figure beside them: one ratio of 20 would make all others invisible. */
const LONGEST = 2;

/** The ratios as a bar chart: one group an operation, one bar a target. */
export function chart(rows: readonly Row[]): string {
  const operations = [...new Set(rows.map((row) => row.operation))];
  const targets = [...new Set(rows.map((row) => row.target))];
  const group = targets.length * BAR + GAP;
  const top = 40;
  const height = top + operations.length * group + 10;
  const bars = rows.map((row) => {
    const at = targets.indexOf(row.target);
    const y = top + operations.indexOf(row.operation) * group + at * BAR;
    const width = Math.max(1, (Math.min(row.ratio, LONGEST) / LONGEST) * WIDTH);
    const label = `${row.ratio.toFixed(2)} · ${whole(row.sample.perSecond)}/s`;
    return (
      `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 3}" rx="2" fill="${COLOURS[at % COLOURS.length]}"/>` +
      `<text x="${(LEFT + width + 6).toFixed(1)}" y="${y + 11}">${label}</text>`
    );
  });
  const names = operations.map(
    (name, at) =>
      `<text x="${LEFT - 10}" y="${top + at * group + (targets.length * BAR) / 2 + 3}" text-anchor="end">${name}</text>`,
  );
  const legend = targets.map(
    (name, at) =>
      `<rect x="${LEFT + at * 108}" y="10" width="10" height="10" rx="2" fill="${COLOURS[at % COLOURS.length]}"/>` +
      `<text x="${LEFT + at * 108 + 15}" y="19">${name === 'limit' ? 'hand-written' : name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 110} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#475569">`,
    // Pages in dark colours show the picture, too.
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...legend,
    ...names,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}
