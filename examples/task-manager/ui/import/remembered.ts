import { useStore } from 'react-admin';
import type { Import, ImportColumn } from './imports';

/** Where columns went that nothing was guessed for, by their headers. */
type Decisions = Readonly<Record<string, Omit<ImportColumn, 'header'>>>;

/**
 * What somebody has decided about the columns of an earlier file goes for the next one, too: the file of its failed rows has the
 * same headers. In this browser, for each model.
 */
export function useRemembered(model: string) {
  const [known, setKnown] = useStore<Decisions>(`import.${model}.columns`, {});
  return {
    remember: (columns: readonly ImportColumn[]) => setKnown({ ...known, ...decisionsOf(columns) }),
    /** The columns with what is known of those that are undecided; null where that is nothing. */
    recall: (one: Import) => recalled(one, known),
  };
}

const decisionsOf = (columns: readonly ImportColumn[]): Decisions =>
  Object.fromEntries(
    columns.flatMap(({ header, field, by }) =>
      header === '' || field === undefined ? [] : [[header, { field, ...(by && { by }) }]],
    ),
  );

type Named = Pick<Import['fields'][number], 'name'>;

/** The columns of a file with earlier decisions where they can go; null where there are none. */
export function recalled(
  { columns, fields }: Pick<Import, 'columns'> & { readonly fields: readonly Named[] },
  known: Decisions,
): readonly ImportColumn[] | null {
  const taken = new Set(columns.flatMap(({ field }) => field ?? []));
  let changed = false;
  const after = columns.map((column) => {
    const { header, field } = column;
    const earlier = Object.hasOwn(known, header) ? known[header] : undefined;
    if (field !== undefined || earlier?.field === undefined) return column;
    if (earlier.field !== null) {
      if (taken.has(earlier.field) || fields.every(({ name }) => name !== earlier.field))
        return column;
      taken.add(earlier.field);
    }
    changed = true;
    return { header, ...earlier };
  });
  return changed ? after : null;
}
