import { Menu, MenuItem } from '@mui/material';
import {
  useListContext,
  useNotify,
  useResourceContext,
  useTranslate,
  type HttpError,
} from 'react-admin';
import { requestFile } from '../api/http';
import { foundQuery } from '../api/persons';
import { useFieldRuleOf } from '../api/session';
import { ofTenant } from '../api/tenants';
import { useDefinition, type FieldFact, type ListExportProps } from '../application';
import { useColumns } from '../components/list/column-chooser';
import { exportCsv } from '../components/list/export';
import { saveFile } from '../components/save-file';
import { problemsOf, useErrorText, useLabels } from '../components/texts';

export interface ExportMenuProps extends ListExportProps {
  anchor: HTMLElement;
  onRunning: (isRunning: boolean) => void;
  onClose: () => void;
}

type Format = 'csv' | 'xlsx';
const WAYS = [
  ['csv', 'shown'],
  ['csv', 'all'],
  ['xlsx', 'shown'],
  ['xlsx', 'all'],
] as const;

/** In which form, and which columns. */
export function ExportMenu({ anchor, onRunning, onClose, ...list }: ExportMenuProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const failureText = useFailureText();
  const save = useExport(list);
  const choose = async (format: Format, columns: 'shown' | 'all') => {
    onClose();
    onRunning(true);
    try {
      await save(format, columns === 'all');
    } catch (error) {
      notify(failureText(error as Error), { type: 'error' });
    }
    onRunning(false);
  };
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {WAYS.map(([format, columns]) => (
        <MenuItem key={format + columns} onClick={() => void choose(format, columns)}>
          {translate(`import.${format}_${columns}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

function useFailureText(): (error: Error) => string {
  const translate = useTranslate();
  const errorText = useErrorText();
  return (error) =>
    translate(`import.export_${problemsOf(error)[0]?.code}`, { _: errorText(error) });
}

/** Saves what matches the filter as a file, in the order of the list. */
function useExport({
  fields,
  hidden,
  columns,
}: Pick<ListExportProps, 'fields' | 'hidden' | 'columns'>) {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const ruleOf = useFieldRuleOf();
  const { filterValues, sort } = useListContext();
  const { columns: onScreen } = useColumns(resource, columns, hidden);
  const known = useDefinition(resource)?.fields ?? [];
  const shown = onScreen.filter((one) => one.shown).map(({ source }) => source);
  const byBrowser = () =>
    exportCsv({
      resource,
      fields: fields.filter(({ source }) => ruleOf(source).read),
      filter: filterValues,
      sort,
      label: (source) => labels.field(resource, source),
      onProgress: () => undefined,
    });
  return async (format: Format, all: boolean): Promise<void> => {
    const filter = {
      ...ofTenant(resource),
      ...filterValues,
      _format: format,
      ...(!all && { _columns: columnsOf(shown, known).join(',') }),
    };
    try {
      const file = await requestFile(
        `/_export/${resource}?${await foundQuery({ resource, sort, filter })}`,
      );
      saveFile(file, `${resource}.${format}`);
    } catch (error) {
      // A list of the project's own is read as it is.
      if ((error as HttpError).status !== 404 || format !== 'csv') throw error;
      await byBrowser();
    }
  };
}

/** The id, then what is shown: each reference with the label of its record behind it. */
export function columnsOf(shown: readonly string[], known: readonly FieldFact[]): string[] {
  const others = shown.filter((source) => source !== 'id');
  const facts = others.flatMap((source) => known.find((fact) => fact.source === source) ?? []);
  return [
    'id',
    ...facts.flatMap(({ source, relation }) =>
      relation === undefined ? [source] : [source, `${relation}.label`],
    ),
  ];
}
