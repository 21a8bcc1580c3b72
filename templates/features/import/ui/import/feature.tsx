import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { lazy, useState } from 'react';
import { useListContext, useResourceContext, useTranslate } from 'react-admin';
import { page, type ListExportProps, type UiFeature } from '../application';
import { OnDemand } from '../components/messages';
import { CompactButton } from '../components/page-header';
import { useMayImport } from './may-import';

const ExportMenu = lazy(() =>
  import('./export-menu').then((module) => ({ default: module.ExportMenu })),
);

/** Files into lists, and lists as files: a page below each list, and the link to it. */
export const dataImport: UiFeature = {
  name: 'import',
  modelPages: [{ path: 'import', page: page(() => import('./import-page'), 'ImportPage') }],
  ListAction: ImportLink,
  ListExport: ExportList,
  texts: {
    en: {
      link: 'Import',
      title: 'Import %{name}',
      choose: 'Choose a file',
      drop: 'A CSV or XLSX file, dropped here or chosen. You see the expected result before anything is written.',
      uploading: 'Reading the file…',
      another: 'Another file',
      rows: '%{smart_count} row |||| %{smart_count} rows',
      options: 'How the file is read',
      encoding: 'Encoding',
      separator: 'Separator',
      sheet: 'Sheet',
      decimal: 'Numbers',
      dates: 'Dates',
      time_zone: 'Time zone',
      comma: 'Comma',
      semicolon: 'Semicolon',
      tab: 'Tab',
      bar: 'Vertical bar',
      ymd: 'Year, month, day',
      dmy: 'Day, month, year',
      mdy: 'Month, day, year',
      on: 'Existing records',
      on_none: 'Create every row anew',
      on_key: 'Change records with the same %{names}',
      columns: 'Where each column goes',
      constants: 'For all rows',
      add_constant: 'Add a value for all rows',
      read_as: 'Read as: %{options}',
      change: 'Change',
      column: 'Column',
      samples: 'First values',
      field: 'Field',
      field_of: 'Field for “%{name}”',
      by: 'Found by',
      by_of: 'How “%{name}” is found',
      by_label: 'Name',
      undecided: 'Please choose',
      leave_out: 'Not imported',
      no_header: 'Column %{place}',
      required: '%{name} (required)',
      refused_unknown: 'There is no field with this name.',
      'refused_may-not-write': 'You may not write this field.',
      'refused_read-only': 'The service fills in this field itself.',
      refused_repeated: 'Another column has this field already.',
      problem_undecided: 'Choose a field, or “Not imported”.',
      problem_id:
        'An id only finds records that are changed. Choose that above, or “Not imported”.',
      problem_nothing: 'No column has a field.',
      problem_required: '%{name} is required, and no column has it.',
      'cell_not-listed':
        'You may not look up these records by name, so the column must hold their ids.',
      check: 'Check',
      check_again: 'Check again',
      check_help: 'Tries every row, and writes nothing.',
      checking: 'Checking… %{done} of %{total}',
      running: 'Importing… %{done} of %{total}',
      stop: 'Stop',
      run: 'Import',
      go_on: 'Go on',
      would: 'Expected result',
      came: 'Result',
      would_create: 'would be created',
      would_update: 'would be changed',
      would_fail: 'would fail',
      created: 'created',
      updated: 'changed',
      unchanged: 'unchanged',
      failed: 'failed',
      left_out: 'Rows that fail are left out; the others are imported.',
      nothing_left: 'No row can be imported.',
      all_unchanged: 'All records are as the file says. There is nothing to import.',
      stopped: 'The import was stopped. Written rows stay, and you can continue with the rest.',
      broken: 'The import broke off. Written rows stay, and you can continue with the rest.',
      failed_rows: 'Rows that fail',
      failed_csv: 'Failed rows as CSV',
      row: 'Row',
      row_at: 'Row %{row}',
      no_running: 'Another import of yours is running. Wait for it, or stop it.',
      too_large: 'The file is too large.',
      larger_than: 'The file is too large: at most %{limit}, by the setting %{setting}.',
      'file_no-table': 'This is neither a CSV nor an XLSX file, or it is damaged.',
      file_empty: 'The file is empty.',
      export: 'Export',
      exporting: 'Exporting…',
      csv_shown: 'CSV, columns on the screen',
      csv_all: 'CSV, all columns',
      xlsx_shown: 'Excel (XLSX), columns on the screen',
      xlsx_all: 'Excel (XLSX), all columns',
      'export_too-many': 'These are too many records for XLSX. Take CSV.',
      'file_no-rows': 'The file has headers, but no rows.',
    },
  },
};

/** Leads from a list of the application to its import, for those who may write there. */
export function ImportLink() {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  if (!useMayImport(resource)) return null;
  return (
    <CompactButton
      icon={UploadIcon}
      label={translate('import.link')}
      to={`/${resource}/import`}
      variant="outlined"
    />
  );
}

/** Exports a list by the service. */
export function ExportList(list: ListExportProps) {
  const translate = useTranslate();
  const { total } = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isRunning, setRunning] = useState(false);
  return (
    <>
      <CompactButton
        icon={DownloadIcon}
        label={translate(isRunning ? 'import.exporting' : 'import.export')}
        aria-haspopup="menu"
        disabled={!total || isRunning}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor !== null && (
        <OnDemand onClose={() => setAnchor(null)}>
          <ExportMenu
            {...list}
            anchor={anchor}
            onRunning={setRunning}
            onClose={() => setAnchor(null)}
          />
        </OnDemand>
      )}
    </>
  );
}
