import type { App } from '../model/model.js';
import type { Feature } from './features.js';

const DATABASE_URLS = {
  sqlite: 'sqlite:data/app.db',
  postgres: 'postgres://app:app@localhost:5432/app',
} as const;

/**
 * The view of a project's README, settings, container and lint templates. It has no single models: adding one must not touch
 * the developer's README.
 */
export function viewProject(app: App, features: readonly Feature[]) {
  return {
    name: app.name,
    web: app.web,
    features: features.map((feature) => feature.name),
    databaseUrl: DATABASE_URLS[app.database],
    table: markdownTable,
    docs: features.flatMap(({ docs }) => docs),
    readme: features.flatMap(({ readme }) => readme ?? []),
    environment: features.flatMap(({ environment }) => environment ?? []),
  };
}

/** A Markdown table with its columns lined up, as prettier writes it. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(head), rule, ...body.map(line)].join('\n');
}
