import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The version of a picture for the dark theme. */
const darkOf = (source) => source.replace(/\.png$/, '-dark.png');

/**
 * A rule for pictures of the site: each is a link to itself at full size, and the theme of the reader chooses among two versions.
 * The base of the site is added to links alone: the build adds it to the sources of images.
 */
export const linkedPictures =
  (render, base, folder) =>
  (tokens, at, ...rest) => {
    const html = render(tokens, at, ...rest);
    const source = tokens[at].attrGet('src');
    if (!source.startsWith('/pictures/')) return html;
    const link = (address, theme) =>
      `<a class="picture${theme}" href="${base}${address.slice(1)}" target="_blank">${html.replace(source, address)}</a>`;
    const dark = darkOf(source);
    if (dark === source || !existsSync(join(folder, dark))) return link(source, '');
    return link(source, ' in-light') + link(dark, ' in-dark');
  };
