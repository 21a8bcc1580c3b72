import { wrongStatus, type Door } from './door.js';
import { fileColumns, mayOpen } from './files.js';

/** The rows of a model whose files are asked for. */
const MOST = 50;
const NO_FILE = '00000000-0000-4000-8000-000000000000';

/** Files that records have or have had, by their ids: open as the field is, and those of other records are not there. */
export const pastFiles: Door = {
  name: 'past files',
  feature: 'past-files',
  reads: ['show'],
  claims: ({ path }) => path === '/_files/{model}/{id}/{field}/{file}',
  *questions({ naive }, actor, model) {
    const rows = naive.world[model.name]!.slice(0, MOST);
    for (const column of fileColumns(model))
      for (const [at, row] of rows.entries()) {
        const place = `/_files/${model.prefix}/${encodeURIComponent(String(row.id))}/${column.name}`;
        const others = rows[(at + 1) % rows.length]!;
        for (const of of new Set([row, others])) {
          const file = fileIn(of[column.name]);
          const isOpen = of === row && mayOpen(naive, actor, model, column, row);
          yield {
            model: model.name,
            request: { method: 'GET', path: `${place}/${file}` },
            judge: (answer) => {
              const expected = isOpen ? 200 : 404;
              return answer.status === expected ? null : wrongStatus(expected, answer);
            },
          };
        }
      }
  },
};

const fileIn = (value: unknown): string =>
  (value as { readonly id?: string } | null)?.id ?? NO_FILE;
