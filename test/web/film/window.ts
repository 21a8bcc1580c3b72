import { escapeHtml, highlight, type CodeLine } from './code.js';

/** The size of the film, in pixels. */
export const SIZE = { width: 1200, height: 750 };
export const CAPTION_HEIGHT = 56;

/** What an editor with a terminal shows. */
export interface EditorView {
  readonly tabs: readonly string[];
  /** The path of the file that it shows. */
  readonly file: string;
  readonly code: readonly CodeLine[];
  /** Numbers of lines that the developer has written. */
  readonly own: ReadonlySet<number>;
  /** What the terminal shows; none where it is closed. */
  readonly terminal?: string;
  readonly caption: string;
}

const COLORS: Readonly<Record<string, string>> = {
  '1': 'font-weight: 600',
  '2': 'color: #59636e',
  '31': 'color: #d1242f',
  '32': 'color: #1a7f37',
  '33': 'color: #9a6700',
  '36': 'color: #0969da',
};

const STYLE = `
  * { box-sizing: border-box; margin: 0 }
  body { display: flex; flex-direction: column; height: 100vh; background: #fff; color: #1f2328;
    font: 18px/26px 'DejaVu Sans Mono', 'Liberation Mono', monospace; overflow: hidden }
  nav { display: flex; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; height: 44px }
  nav span { padding: 8px 24px; color: #59636e; border-right: 1px solid #d1d9e0; font-size: 17px }
  nav .open { background: #fff; color: #1f2328; height: 44px; border-top: 3px solid #fd8c73; padding-top: 6px }
  main { flex: 1; overflow: hidden; padding: 8px 0; min-height: 0 }
  .line { display: flex; white-space: pre; height: 26px; border-left: 6px solid transparent }
  .line i { width: 64px; text-align: right; padding-right: 20px; color: #818b98; font-style: normal }
  .line .mark { width: 24px; color: #1a7f37; font-weight: 700 }
  .own { border-color: #0969da; background: #ddf4ff }
  .new { border-color: #1a7f37; background: #dafbe1 }
  .comment { color: #59636e } .string { color: #0a3069 } .keyword { color: #cf222e }
  .decorator { color: #8250df } .tag { color: #116329 }
  pre { height: 408px; overflow: hidden; border-top: 2px solid #d1d9e0; background: #f6f8fa; padding: 14px 24px;
    font: inherit; line-height: 25px; white-space: pre-wrap }
  footer { height: ${CAPTION_HEIGHT}px; padding: 11px 24px; background: #0550ae; color: #fff;
    font: 600 24px/34px 'DejaVu Sans', 'Liberation Sans', sans-serif }`;

/** A page with the editor. */
export function editorPage({ tabs, file, code, own, terminal, caption }: EditorView): string {
  const tabbar = tabs.map(
    (path) => `<span class="${path === file ? 'open' : ''}">${path.split('/').at(-1)!}</span>`,
  );
  const lines = code.map(({ number, text, isNew }) => {
    const kind = isNew ? 'new' : own.has(number) ? 'own' : '';
    const mark = `<span class="mark">${isNew ? '+' : ''}</span>`;
    return `<div class="line ${kind}"><i>${number}</i>${mark}<code style="font: inherit">${highlight(text)}</code></div>`;
  });
  const panel = terminal === undefined ? '' : `<pre><span>${colored(terminal)}</span></pre>`;
  return page(`<nav>${tabbar.join('')}</nav><main>${lines.join('')}</main>${panel}`, caption);
}

/** A page with the picture of a browser's page, at the same place as the editor. */
export const browserPage = (png: Buffer, caption: string): string =>
  page(
    `<main style="padding: 0"><img style="width: 100%" src="data:image/png;base64,${png.toString('base64')}"></main>`,
    caption,
  );

const page = (body: string, caption: string): string =>
  `<!doctype html><style>${STYLE}</style><body>${body}<footer>${escapeHtml(caption)}</footer>`;

/** What a terminal prints, with its colours, as HTML. */
const colored = (text: string): string =>
  escapeHtml(text).replace(/\u001b\[([\d;]*)m/g, (_, codes: string) => {
    const styles = codes.split(';').flatMap((code) => COLORS[code] ?? []);
    return `</span><span style="${styles.join(';')}">`;
  });
