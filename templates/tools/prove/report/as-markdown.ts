import type { Entry, Page, Section, Table } from './page.js';

/** A page for a comment of a pull request. */
export function asMarkdown({ title, verdict, facts, sections }: Page): string {
  const circumstances = facts.map(({ name, value }) => `${name}: ${escaped(value)}`).join(' · ');
  const parts = [`## ${escaped(title)}`, `**${escaped(verdict)}**`, circumstances];
  return `${[...parts.filter(Boolean), ...sections.map(sectionText)].join('\n\n')}\n`;
}

function sectionText({ title, text, table, entries = [] }: Section): string {
  const parts = [
    ...(text === undefined ? [] : [escaped(text)]),
    ...(table ? [tableText(table)] : []),
    ...entries.map(entryText),
  ];
  return [`### ${escaped(title)}`, ...parts].join('\n\n');
}

function tableText({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

function entryText({ title, facts }: Entry): string {
  const lines = facts.map(({ name, value, isCode }) =>
    isCode ? `${name}:\n\n${fenced(value)}` : `${name}: ${escaped(value)}`,
  );
  return [`**${escaped(title)}**`, ...lines].join('\n\n');
}

/** Code between more backticks than it contains. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/** Names and answers of a project are text, not Markdown. */
const escaped = (text: string): string =>
  text.replaceAll('\n', ' ').replace(/[\\`*_{}[\]<>|#@~]/g, '\\$&');
