import { COLOR, type Ink } from './palette';

/** What text needs against what is behind it, and a control against the page: WCAG 2.2, level AA. */
export const AA = { text: 4.5, control: 3 } as const;

/** A colour by how light and how colourful it looks, and its hue in radians: OKLCH, in which equal steps look equal. */
interface Look {
  readonly light: number;
  readonly chroma: number;
  readonly hue: number;
}

/** What greys take of the colour: enough to go with it, too little to be one. Those of a project that has chosen none are neutral. */
const TINT = { light: 0.009, dark: 0.012 };
const NEUTRAL = 0.003;

/**
 * The inks of a theme in a colour: greys of its hue, and for buttons and links the colour itself, or the closest shade that can be
 * read everywhere.
 */
export function inkIn(color: string, base: Ink, mode: 'light' | 'dark'): Ink {
  const brand = lookOf(color);
  const tint = color === COLOR ? NEUTRAL : Math.min(TINT[mode], brand.chroma / 6);
  const greyed = (grey: string, times = 1) =>
    hexOf({ light: lookOf(grey).light, chroma: tint * times, hue: brand.hue });
  const greys = {
    ...{ page: greyed(base.page, 0.4), surface: greyed(base.surface, mode === 'dark' ? 1 : 0) },
    ...{ sunken: greyed(base.sunken, 0.4), side: greyed(base.side), raised: base.raised },
    ...{ line: greyed(base.line), strongLine: greyed(base.strongLine) },
    ...{ text: greyed(base.text, 1.5), quiet: greyed(base.quiet, 1.8), faint: greyed(base.faint) },
    tip: greyed(base.tip, 2),
  };
  const raised = greyed(base.raised, mode === 'dark' ? 1 : 0);
  const behind = [greys.page, greys.surface, greys.sunken, greys.side, raised];
  const primary = readable(color, (shade) => [
    ...behind,
    ...behind.map((one) => mixed(shade, one, base.wash)),
  ]);
  return { ...base, ...greys, raised, primary, onPrimary: textOn(primary) };
}

/** The shade of a colour that is closest to it and can be read on all backgrounds, of which some may follow from the shade. */
export function readable(color: string, behind: (shade: string) => readonly string[]): string {
  const look = lookOf(color);
  const canRead = (shade: string) => behind(shade).every((one) => contrast(shade, one) >= AA.text);
  if (canRead(color)) return color;
  const isDark = luminance(behind(color)[0]!) < 0.18;
  for (let light = look.light; light > 0 && light < 1; light += isDark ? 0.01 : -0.01) {
    const shade = hexOf({ ...look, light });
    if (canRead(shade)) return shade;
  }
  return isDark ? '#ffffff' : '#000000';
}

/** The text on a colour: white, unless that cannot be read. */
export const textOn = (color: string): string =>
  contrast('#ffffff', color) >= AA.text ? '#ffffff' : '#0d0d12';

/** How far two colours are apart in light: from 1, not at all, to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour laid thinly over another. */
export function mixed(color: string, below: string, share: number): string {
  const [over, under] = [channels(color), channels(below)];
  return toHex(over.map((channel, at) => channel * share + under[at]! * (1 - share)));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);

const toHex = (values: readonly number[]): string =>
  `#${values
    .map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const gamma = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

function lookOf(color: string): Look {
  const [r = 0, g = 0, b = 0] = channels(color).map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    light: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(x, y),
    hue: Math.atan2(y, x),
  };
}

/** The colour of a look; less colourful where no screen has that. */
function hexOf({ light, chroma, hue }: Look): string {
  const x = chroma * Math.cos(hue);
  const y = chroma * Math.sin(hue);
  const l = (light + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (light - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (light - 0.0894841775 * x - 1.291485548 * y) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const isShown = rgb.every((value) => value > -0.0005 && value < 1.0005);
  if (!isShown && chroma > 0.002) return hexOf({ light, chroma: chroma * 0.94, hue });
  return toHex(rgb.map(gamma));
}
