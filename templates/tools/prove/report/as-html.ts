import type { Entry, Page, Section, Table } from './page.js';

/** A page as one file that needs no other, to read in a browser, to print and to keep. */
export function asHtml({ title, verdict, isProven, facts, sections }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="verdict ${isProven ? 'proven' : 'broken'}">${escaped(verdict)}</p>
${list(facts)}
${sections.map(sectionText).join('\n')}
</main>
</body>
</html>
`;
}

function sectionText({ title, text, table, entries = [] }: Section): string {
  return `<section>
<h2>${escaped(title)}</h2>
${text === undefined ? '' : `<p>${escaped(text)}</p>`}${table ? tableText(table) : ''}${entries.map(entryText).join('\n')}
</section>`;
}

function tableText({ head, rows }: Table): string {
  const isNumber = (at: number) => rows.every((row) => /^[\d,]+$/.test(row[at]!));
  const cell = (tag: string) => (text: string, at: number) =>
    `<${tag}${isNumber(at) ? ' class="number"' : ''}>${escaped(text)}</${tag}>`;
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map(cell(tag)).join('')}</tr>`;
  return `<table>
<thead>${line(head, 'th')}</thead>
<tbody>
${rows.map((row) => line(row, 'td')).join('\n')}
</tbody>
</table>`;
}

const entryText = ({ title, facts }: Entry): string => `<article>
<h3>${escaped(title)}</h3>
${list(facts)}
</article>`;

const list = (facts: Entry['facts']): string => `<dl>
${facts.map(({ name, value, isCode }) => `<dt>${escaped(name)}</dt><dd>${isCode ? `<pre>${escaped(value)}</pre>` : escaped(value)}</dd>`).join('\n')}
</dl>`;

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #3b4048); --soft: light-dark(#f5f6f8, #22252a); }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #181a1d); color: light-dark(#1c1f24, #e4e6ea); }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
h3 { font-size: 1rem; margin: 0 0 .6rem; }
.verdict { padding: .8rem 1rem; border-left: .4rem solid; font-weight: 600; background: var(--soft); }
.proven { border-color: light-dark(#1a7f4b, #4cc38a); }
.broken { border-color: light-dark(#c4281c, #ff8a80); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; margin: 0; }
dt { color: light-dark(#5b626d, #a2a9b4); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
pre { margin: 0; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; }
.number { text-align: right; padding-right: 1.6rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .9rem 1rem; margin: 0 0 1rem; break-inside: avoid; }
@media print { main { max-width: none; padding: 0; } body { font-size: 11pt; } tr { break-inside: avoid; } }
`;
