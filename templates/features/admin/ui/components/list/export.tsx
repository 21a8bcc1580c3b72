import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { useState } from 'react';
import {
  useListContext,
  useNotify,
  useResourceContext,
  useTranslate,
  type SortPayload,
} from 'react-admin';
import type { FieldFact, Row } from '../../application';
import { CompactButton } from '../page-header';
import { useFieldRuleOf } from '../../api/session';
import { ofTenant } from '../../api/tenants';
import { saveFile } from '../save-file';
import { useLabels } from '../texts';
import { request } from '../../api/http';
import { foundQuery } from '../../api/persons';

/** Saves everything that matches the filter as a CSV file, in list order. */
export function ExportCsvButton({ fields }: { fields: readonly FieldFact[] }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const notify = useNotify();
  const labels = useLabels();
  const ruleOf = useFieldRuleOf();
  const { filterValues, sort, total } = useListContext();
  const [done, setDone] = useState<number | null>(null);

  const run = async () => {
    setDone(0);
    try {
      const readable = fields.filter(({ source }) => ruleOf(source).read);
      const label = (source: string) => labels.field(resource, source);
      const count = await exportCsv({
        resource,
        fields: readable,
        filter: filterValues,
        sort,
        label,
        onProgress: setDone,
      });
      notify('list.exported', { type: 'info', messageArgs: { smart_count: count } });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    setDone(null);
  };

  return (
    <CompactButton
      icon={DownloadIcon}
      label={
        done === null ? translate('list.export') : translate('list.exporting', { done, total })
      }
      disabled={!total || done !== null}
      onClick={() => void run()}
    />
  );
}

export interface ExportRequest {
  resource: string;
  fields: readonly FieldFact[];
  filter: Record<string, unknown>;
  sort: SortPayload;
  label: (source: string) => string;
  onProgress: (rows: number) => void;
}

const ROWS_PER_REQUEST = 500;

/** Reads all pages and passes the file to the browser; returns the number of rows. */
export async function exportCsv(wanted: ExportRequest): Promise<number> {
  const rows = await readAll(wanted);
  const columns = columnsOf(wanted);
  const csv = toCsv(
    columns.map(({ title }) => title),
    rows.map((row) => columns.map(({ value }) => value(row))),
  );
  download(`${wanted.resource}.csv`, csv);
  return rows.length;
}

async function readAll({
  resource,
  fields,
  filter,
  sort,
  onProgress,
}: ExportRequest): Promise<Row[]> {
  const relations = fields.flatMap(({ relation }) => relation ?? []);
  const expand = relations.length > 0 ? { _expand: relations.join(',') } : {};
  const rows: Row[] = [];
  for (let page = 1, total = Infinity; rows.length < total; page += 1) {
    const query = await foundQuery({
      resource,
      pagination: { page, perPage: ROWS_PER_REQUEST },
      sort,
      filter: { ...ofTenant(resource), ...filter, ...expand },
    });
    const { data, headers } = await request<Row[]>(`/${resource}?${query}`);
    if (data.length === 0) break;
    rows.push(...data);
    total = Number(headers.get('x-total-count') ?? rows.length);
    onProgress(rows.length);
  }
  return rows;
}

interface CsvColumn {
  title: string;
  value: (row: Row) => unknown;
}

/** One column per field; a reference has its id and, next to it, the record's label. */
export function columnsOf({ fields, label }: Pick<ExportRequest, 'fields' | 'label'>): CsvColumn[] {
  const id: CsvColumn = { title: 'id', value: (row) => row.id };
  const others = fields.filter(({ source }) => source !== 'id');
  return [id, ...others.flatMap((fact) => fieldColumns(fact, label(fact.source)))];
}

function fieldColumns({ source, type, relation }: FieldFact, title: string): CsvColumn[] {
  const own: CsvColumn = {
    title: source,
    value: (row) =>
      type === 'refs' || type === 'list'
        ? (row[source] as unknown[] | null | undefined)?.join(', ')
        : row[source],
  };
  if (relation === undefined) return [own];
  return [own, { title, value: (row) => (row[relation] as Row | null | undefined)?._label }];
}

function download(name: string, csv: string): void {
  const byteOrderMark = '\uFEFF';
  saveFile(new Blob([byteOrderMark, csv], { type: 'text/csv;charset=utf-8' }), name);
}

/** Cells that a spreadsheet may run as a formula start with one of these, also behind blanks and what nobody sees. */
const FORMULA_START = /^[\s\p{Cc}\p{Cf},;]*[=+\-@|\t\r\n＝＋－＠｜]/u;

/** A table as CSV (RFC 4180); text that a spreadsheet would take for a formula gets a leading apostrophe. */
export function toCsv(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [header, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

/** One cell: numbers and booleans as they are, text escaped and quoted where necessary. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return quote(FORMULA_START.test(text) ? `'${text}` : text);
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
