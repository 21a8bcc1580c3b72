import { describe, expect, test } from 'vitest';
import { DARK, LIGHT, type Ink } from '../../../templates/features/admin/ui/theme/palette.js';
import {
  AA,
  contrast,
  inkIn,
  mixed,
  readable,
  textOn,
} from '../../../templates/features/admin/ui/theme/ramp.js';

const MODES = [
  ['light', LIGHT],
  ['dark', DARK],
] as const;

/** Colours from all over: the corners of the space of colours, greys, and many in between, the same ones each time. */
function* colors(): Generator<string> {
  const ends = ['00', '80', 'ff'];
  for (const red of ends)
    for (const green of ends) for (const blue of ends) yield `#${red}${green}${blue}`;
  for (let seed = 1, count = 0; count < 1500; count += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield `#${(seed % 0xff_ff_ff).toString(16).padStart(6, '0')}`;
  }
}

const behind = ({ page, surface, sunken, side, raised }: Ink) => [
  page,
  surface,
  sunken,
  side,
  raised,
];

describe('the inks of a colour', () => {
  for (const [mode, base] of MODES)
    test(`can be read in the ${mode} theme, whatever the colour`, () => {
      for (const color of colors()) {
        const ink = inkIn(color, base, mode);
        const texts = [ink.text, ink.quiet, ink.primary, ink.red, ink.amber, ink.green, ink.blue];
        const least = Math.min(
          ...behind(ink).flatMap((one) => [
            ...texts.map((text) => contrast(text, one)),
            ...texts.slice(2).map((text) => contrast(text, mixed(text, one, ink.wash))),
            // What is chosen in the menu and in lists.
            ...texts.slice(0, 3).map((text) => contrast(text, mixed(ink.primary, one, ink.wash))),
          ]),
          contrast(ink.onPrimary, ink.primary),
        );
        expect(least, `${color} ${JSON.stringify(ink)}`).toBeGreaterThanOrEqual(AA.text);
      }
    });

  test('are the colour itself where it can be read', () => {
    expect(inkIn('#0e6b63', LIGHT, 'light').primary).toBe('#0e6b63');
    expect(inkIn('#facc15', DARK, 'dark').primary).toBe('#facc15');
  });

  test('are a shade of the colour where it cannot, and keep its hue', () => {
    const { primary } = inkIn('#facc15', LIGHT, 'light');
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      parseInt(primary.slice(at, at + 2), 16),
    );
    expect(primary).not.toBe('#facc15');
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
  });

  test('are greys without a hue for a colour without one', () => {
    for (const [mode, base] of MODES) {
      const { page, side, line } = inkIn('#777777', base, mode);
      for (const grey of [page, side, line]) {
        const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
          parseInt(grey.slice(at, at + 2), 16),
        );
        expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('contrast', () => {
  test('is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#123456', '#123456')).toBe(1);
  });

  test('decides about the text on a colour, and about its shade on a background', () => {
    expect(textOn('#facc15')).toBe('#0d0d12');
    expect(textOn('#1d4ed8')).toBe('#ffffff');
    expect(readable('#1d4ed8', () => ['#ffffff'])).toBe('#1d4ed8');
    expect(
      contrast(
        readable('#1d4ed8', () => ['#111216']),
        '#111216',
      ),
    ).toBeGreaterThanOrEqual(AA.text);
  });
});
