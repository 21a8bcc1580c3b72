import type { Failover, Seen } from './measure.js';

/** Milliseconds that the chart shows before and after the death of the primary, and that one point stands for. */
const FROM = -2000;
const TO = 8000;
const STEP = 100;

const [WIDTH, HEIGHT, LEFT, TOP, PANEL, GAP] = [760, 400, 60, 40, 120, 56];
const COLOURS = { read: '#0072b2', write: '#d55e00' };

const x = (at: number): number => LEFT + ((at - FROM) / (TO - FROM)) * (WIDTH - LEFT - 20);

/** Answers a second over the time around the death of the primary: a panel for each run. */
export function drawChart(runs: readonly Failover[]): string {
  const panels = runs.map((run, index) => drawPanel(run, TOP + index * (PANEL + GAP)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="18" font-weight="bold">The primary is killed at 0 s: answered requests a second</text>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function drawPanel(run: Failover, top: number): string {
  const rates = (['read', 'write'] as const).map((kind) => ({
    kind,
    rate: ratesOf(run.seen, kind),
  }));
  const most = Math.max(...rates.flatMap(({ rate }) => rate.map(([, value]) => value)), 1);
  const y = (value: number): number => Math.round(top + PANEL - (value / most) * PANEL);
  const lines = rates.map(({ kind, rate }, index) => {
    const points = rate.map(([at, value]) => `${Math.round(x(at))},${y(value)}`).join(' ');
    const key = `<text x="${WIDTH - 130 + index * 60}" y="${top - 8}" fill="${COLOURS[kind]}">${kind}s</text>`;
    return `<polyline points="${points}" fill="none" stroke="${COLOURS[kind]}" stroke-width="1.5"/>${key}`;
  });
  const marks = [
    [0, 'killed'],
    [run.promoted, 'promoted'],
    [run.firstWrite, 'first write'],
  ] as const;
  return [
    `<text x="${LEFT}" y="${top - 8}">${run.mode === 'sync' ? 'commits wait for the replica' : 'commits do not wait'}</text>`,
    `<path d="M${LEFT} ${top}V${top + PANEL}H${WIDTH - 20}" fill="none" stroke="#888"/>`,
    `<text x="${LEFT - 6}" y="${top + 10}" text-anchor="end">${most}</text>`,
    `<text x="${LEFT - 6}" y="${top + PANEL}" text-anchor="end">0</text>`,
    ...marks.map(([at, word], index) => drawMark(Math.round(x(at)), word, top, index)),
    ...lines,
    ...[-2, 0, 2, 4, 6, 8].map(
      (second) =>
        `<text x="${Math.round(x(second * 1000))}" y="${top + PANEL + 16}" text-anchor="middle">${second} s</text>`,
    ),
  ].join('\n');
}

const drawMark = (at: number, word: string, top: number, index: number): string =>
  `<path d="M${at} ${top}V${top + PANEL}" stroke="#888" stroke-dasharray="3 3"/>` +
  `<text x="${at + 4}" y="${top + 14 + index * 16}" fill="#555">${word}</text>`;

/** Requests of a kind that were done, a second, by the middle of each step. */
function ratesOf(seen: readonly Seen[], kind: Seen['kind']): (readonly [number, number])[] {
  const counts = new Array<number>((TO - FROM) / STEP).fill(0);
  for (const one of seen) {
    const index = Math.floor((one.at - FROM) / STEP);
    if (one.kind === kind && one.isDone && index in counts) counts[index]! += 1;
  }
  return counts.map((count, index) => [FROM + (index + 0.5) * STEP, (count * 1000) / STEP]);
}
