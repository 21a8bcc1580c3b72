import type { HttpError } from 'react-admin';
import { request, requestFile, type Answer, type FieldProblem } from '../api/http';
import { saveFile } from '../components/save-file';

// Imports as the service tells of them, and what can be done with one.

export type ImportState =
  'new' | 'checking' | 'checked' | 'running' | 'done' | 'stopped' | 'failed';

export type OptionName = 'encoding' | 'separator' | 'sheet' | 'decimal' | 'dates' | 'time_zone';
export type ImportOptions = Readonly<Record<OptionName, string | null>>;

/** A column of the file, and where it goes: nowhere on purpose with null, undecided without a field. */
export interface ImportColumn {
  readonly header: string;
  readonly field?: string | null;
  /** How references are found. */
  readonly by?: string;
  /** Why nothing was guessed. */
  readonly refused?: string;
}

/** A value that all rows have in a field, as a cell of the file would have it. */
export interface ImportConstant {
  readonly field: string;
  readonly by?: string;
  readonly value: string;
}

/** A field that the user may write. */
export interface ImportField {
  readonly name: string;
  readonly type: string;
  readonly values?: readonly string[];
  readonly required?: boolean;
  readonly model?: string;
  readonly by?: readonly string[];
}

export interface Import {
  readonly id: number;
  readonly model: string;
  readonly name: string;
  readonly state: ImportState;
  readonly options: ImportOptions;
  readonly choices: {
    readonly sheets: readonly string[];
    readonly on: readonly (readonly string[])[];
  };
  readonly on: readonly string[] | null;
  readonly columns: readonly ImportColumn[];
  readonly constants: readonly ImportConstant[];
  readonly fields: readonly ImportField[];
  readonly samples: readonly (readonly (string | null)[])[];
  readonly problems: readonly FieldProblem[];
  readonly rows: number;
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  /** Rows that say of a record what it is already. */
  readonly unchanged: number;
  readonly failed: number;
  readonly error: string | null;
}

export interface ImportChange {
  readonly options?: Partial<ImportOptions>;
  readonly columns?: readonly ImportColumn[];
  readonly constants?: readonly ImportConstant[];
  readonly on?: readonly string[] | null;
}

/** A problem of a row, in a cell or, with null, of the whole row. */
export interface RowProblem extends FieldProblem {
  readonly column: number | null;
}

export interface FailedRow {
  readonly row: number;
  readonly cells: readonly (string | null)[];
  readonly problems: readonly RowProblem[];
}

export const isWorking = ({ state }: Import): boolean =>
  state === 'checking' || state === 'running';

/** Whether it has been run, so that nothing can be decided any more. */
export const hasRun = ({ state }: Import): boolean =>
  state === 'done' || state === 'stopped' || state === 'failed';

const data = <T>(answer: Promise<Answer<T>>): Promise<T> => answer.then((one) => one.data);

/** What the page knows of the reader, for what a file leaves open. */
export interface Hints {
  readonly locale: string;
  readonly labels: Readonly<Record<string, string>>;
}

export function upload(model: string, file: File, { locale, labels }: Hints): Promise<Import> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = new URLSearchParams({
    ...{ model, name: file.name, locale },
    labels: JSON.stringify(labels),
    time_zone: timeZone,
  });
  return data(request(`/_imports?${query.toString()}`, { method: 'POST', file }));
}

/** The import of this model that is not over; null without one. */
export async function findOpen(model: string): Promise<Import | null> {
  const all = await data(request<Pick<Import, 'id' | 'model' | 'state'>[]>('/_imports'));
  const open = all.find((one) => one.model === model && one.state !== 'done');
  return open ? fetchImport(open.id) : null;
}

/** An import; null where it has been forgotten. */
export const fetchImport = (id: number): Promise<Import | null> =>
  data(request<Import>(`/_imports/${id}`)).catch((error: HttpError) => {
    if (error.status === 404) return null;
    throw error;
  });

export const changeImport = (id: number, { columns, ...change }: ImportChange): Promise<Import> =>
  data(
    request(`/_imports/${id}`, {
      method: 'PATCH',
      body: { ...change, ...(columns && { columns: columns.map(decided) }) },
    }),
  );

const decided = ({ field, by }: ImportColumn) => ({
  ...(field !== undefined && { field }),
  ...(by !== undefined && { by }),
});

export const doImport = (id: number, step: 'check' | 'run' | 'stop'): Promise<Import> =>
  data(request(`/_imports/${id}/${step}`, { method: 'POST' }));

export const forgetImport = async (id: number): Promise<null> => {
  await request(`/_imports/${id}`, { method: 'DELETE' });
  return null;
};

export const fetchFailedRows = (id: number, end: number): Promise<FailedRow[]> =>
  data(request(`/_imports/${id}/problems?_start=0&_end=${end}`));

export async function saveFailedRows({ id, name }: Import): Promise<void> {
  saveFile(
    await requestFile(`/_imports/${id}/failed.csv`),
    `${name.replace(/\.\w{1,5}$/, '')} failed.csv`,
  );
}
