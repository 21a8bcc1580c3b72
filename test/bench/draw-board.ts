/** One line of a panel: seconds and values. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

/** A panel at its place in the board's grid of 24 columns. */
export interface Panel {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly unit: string;
  readonly series: readonly Series[];
}

const COLUMN = 54;
const ROW = 30;
const COLOURS = [
  '#7eb26d',
  '#eab839',
  '#6ed0e0',
  '#ef843c',
  '#e24d42',
  '#1f78c1',
  '#ba43a9',
  '#705da0',
];
/** Names below a panel; Grafana scrolls the others. */
const NAMES = 6;

/** A board with its panels, as SVG. */
export function drawBoard(panels: readonly Panel[]): string {
  const height = Math.max(...panels.map(({ y, h }) => y + h)) * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${24 * COLUMN} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#ccccdc">`,
    `<rect width="100%" height="100%" fill="#111217"/>`,
    ...panels.map(drawPanel),
    '</svg>\n',
  ].join('\n');
}

function drawPanel({ title, x, y, w, h, unit, series }: Panel): string {
  const [width, height] = [w * COLUMN - 8, h * ROW - 8];
  const box = { left: 62, top: 34, width: width - 76, height: height - 94 };
  const points = series.flatMap((one) => one.points).filter(([, value]) => Number.isFinite(value));
  const times = points.map(([time]) => time);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(...points.map(([, value]) => value), 0) || 1;
  const atX = (time: number) => box.left + ((time - first) / (last - first || 1)) * box.width;
  const atY = (value: number) => box.top + box.height * (1 - value / (most * 1.1));
  const lines = series.map(({ points: own }, at) => {
    const path = own
      .filter(([, value]) => Number.isFinite(value))
      .map(
        ([time, value], index) =>
          `${index ? 'L' : 'M'}${atX(time).toFixed(1)} ${atY(value).toFixed(1)}`,
      );
    return `<path d="${path.join('')}" fill="none" stroke="${colour(at)}" stroke-width="1.5"/>`;
  });
  const grid = [0, 0.5, 1].map((part) => {
    const value = part * most;
    return (
      `<path d="M${box.left} ${atY(value).toFixed(1)}h${box.width}" stroke="#2c3235"/>` +
      `<text x="${box.left - 6}" y="${(atY(value) + 4).toFixed(1)}" text-anchor="end">${tell(value, unit)}</text>`
    );
  });
  return [
    `<g transform="translate(${x * COLUMN + 4} ${y * ROW + 4})">`,
    `<rect width="${width}" height="${height}" rx="3" fill="#181b1f" stroke="#2c3235"/>`,
    `<text x="12" y="20" font-size="13" font-weight="500">${escape(title)}</text>`,
    ...(points.length > 0 ? [...grid, ...lines] : [noData(width, height)]),
    ...names(series, height),
    '</g>',
  ].join('\n');
}

const noData = (width: number, height: number): string =>
  `<text x="${width / 2}" y="${height / 2}" text-anchor="middle" fill="#6e7077">No data</text>`;

function names(series: readonly Series[], height: number): string[] {
  return series.slice(0, NAMES).map(({ name }, at) => {
    const [x, y] = [12 + (at % 2) * 205, height - 44 + Math.floor(at / 2) * 15];
    return (
      `<rect x="${x}" y="${y - 5}" width="12" height="3" fill="${colour(at)}"/>` +
      `<text x="${x + 18}" y="${y}">${escape(name.length > 32 ? `${name.slice(0, 31)}…` : name)}</text>`
    );
  });
}

const colour = (at: number): string => COLOURS[at % COLOURS.length]!;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** As Grafana writes a value of a unit. */
function tell(value: number, unit: string): string {
  if (unit === 'percentunit') return `${(value * 100).toFixed(1)} %`;
  if (unit === 's') return value < 1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(1)} s`;
  if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`;
  return value >= 10 ? value.toFixed(0) : value.toFixed(1);
}
