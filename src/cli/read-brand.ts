import { dirname, extname, resolve } from 'node:path';
import { findFile } from '../disk/find-file.js';
import { type Brand, colorOf, nameFault, shadedIn } from '../model/brand.js';
import { problem, type Problem, refuseErrors, warning } from '../problem.js';
import type { Spec } from '../spec/spec.js';
import type { Context } from './context.js';

/** A brand as it was typed, in a spec or on a command line. */
export type TypedBrand = { readonly [Part in keyof Brand]?: string | undefined };

/** A brand that may be written, and what its developer should know of it. */
export interface ReadBrand {
  readonly brand: Brand;
  readonly warnings: readonly Problem[];
}

/** Reads a brand, whose logo is a file relative to a folder; refuses with all that is wrong. */
export async function readBrand(folder: string, typed: TypedBrand): Promise<ReadBrand> {
  const color = typed.color === undefined ? undefined : colorOf(typed.color);
  const logo = typed.logo === undefined ? undefined : await readLogo(folder, typed.logo);
  const fault = typed.name === undefined ? null : nameFault(typed.name);
  refuseErrors([
    ...(fault === null ? [] : [problem('bad-brand-name', fault.message, fault.help)]),
    ...(color === null ? [noColor(String(typed.color))] : []),
    ...(logo instanceof Object ? [logo] : []),
  ]);
  const brand = {
    ...(typed.name !== undefined && { name: typed.name }),
    ...(color && { color }),
    ...(typeof logo === 'string' && { logo }),
  };
  return { brand, warnings: color ? shadesOf(color) : [] };
}

/** The brand of a spec file, whose logo is relative to it. */
export async function brandOf(
  context: Context,
  file = '',
  { brand }: Pick<Spec, 'brand'> = {},
): Promise<ReadBrand> {
  if (brand === undefined) return { brand: {}, warnings: [] };
  const { name, color, logo } = brand;
  const typed = { name: name?.value, color: color?.value, logo: logo?.value };
  return readBrand(dirname(resolve(context.cwd, file)), typed);
}

const noColor = (text: string): Problem =>
  problem('bad-brand-color', `\`${text}\` is no colour`, 'write one such as #0f766e');

/** What becomes of a colour that cannot be read on the pages of a theme. */
function shadesOf(color: string): readonly Problem[] {
  return shadedIn(color).map((mode) =>
    warning(
      'shaded-color',
      `text in ${color} cannot be read on ${mode} pages`,
      `there, the back-office takes the closest ${mode === 'light' ? 'darker' : 'lighter'} shade of it for text and buttons; nothing is to be done`,
    ),
  );
}

/** Every page has the logo in its code, so that it is there without a connection, too. */
const LARGEST_LOGO = 32_000;

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** A logo as the text of an SVG picture, into which pictures of pixels are put. */
async function readLogo(folder: string, path: string): Promise<string | Problem> {
  const type = TYPES[extname(path).toLowerCase()];
  const file = await findFile(resolve(folder, path));
  if (file === null)
    return problem('no-logo', `there is no file \`${path}\``, 'name a picture: logo.svg');
  if (type === undefined)
    return problem('bad-logo', `\`${path}\` is no picture`, 'name an SVG, PNG, JPEG or WebP file');
  if (file.size > LARGEST_LOGO)
    return problem(
      'large-logo',
      `\`${path}\` has ${Math.round(file.size / 1000)} kB, which every page would load`,
      `take one of at most ${LARGEST_LOGO / 1000} kB: an SVG, or 128 pixels wide`,
    );
  const bytes = await file.read();
  if (type !== TYPES['.svg']) return framed(type, bytes.toString('base64'));
  const text = bytes.toString('utf8');
  if (/<svg[\s>]/.test(text)) return text.endsWith('\n') ? text : `${text}\n`;
  return problem('bad-logo', `\`${path}\` has no \`<svg>\``, 'name an SVG, PNG, JPEG or WebP file');
}

const framed = (type: string, content: string): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `  <image width="32" height="32" href="data:${type};base64,${content}" />`,
    '</svg>',
    '',
  ].join('\n');
