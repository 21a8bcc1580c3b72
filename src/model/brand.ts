/** The name and marks by which people recognise an application. */
export interface Brand {
  /** What it is called: in the back-office, in mails and in the documentation of its service. */
  readonly name?: string;
  /** The colour from which those of the back-office are computed, such as `#0f766e`. */
  readonly color?: string;
  /** Its logo, as the text of an SVG picture. */
  readonly logo?: string;
}

/** The colour of a project that says none. */
export const USUAL_COLOR = '#5551c9';

/** A name has its place in a menu and in the subject of a mail. */
const LONGEST_NAME = 60;

/** A colour in full and small letters; null for what is none. */
export function colorOf(text: string): string | null {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text) ?? [];
  const digits = long ?? short?.replace(/./g, '$&$&');
  return digits === undefined ? null : `#${digits.toLowerCase()}`;
}

/** The fault of a name, and what to write in its place. */
export function nameFault(
  name: string,
): { readonly message: string; readonly help: string } | null {
  const isOne = name.trim() === name && name !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
  if (isOne && [...name].length <= LONGEST_NAME) return null;
  return {
    message: `\`${name}\` cannot be the name of an application`,
    help: `write at most ${LONGEST_NAME} characters in one line, without spaces around them`,
  };
}

/** Text needs this contrast by WCAG 2.2, level AA. */
const READABLE = 4.5;

/** The theme in which a colour cannot be read, so that the back-office takes a shade of it there. */
export function shadedIn(color: string): readonly ('light' | 'dark')[] {
  const light = luminance(color);
  const contrast = (other: number) =>
    (Math.max(light, other) + 0.05) / (Math.min(light, other) + 0.05);
  return [
    ...(contrast(luminance('#f3f3f6')) < READABLE ? (['light'] as const) : []),
    ...(contrast(luminance('#1f2026')) < READABLE ? (['dark'] as const) : []),
  ];
}

/** Whether white can be read on a colour. */
export const takesWhite = (color: string): boolean => 1.05 / (luminance(color) + 0.05) >= READABLE;

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
