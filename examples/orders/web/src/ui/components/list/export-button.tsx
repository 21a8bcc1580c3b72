import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { useState } from 'react';
import { useListContext, useNotify, useResourceContext, useTranslate } from 'react-admin';
import type { FieldFact } from '../../application/app-resource';
import { CompactButton } from '../compact-button';
import { useFieldRuleOf } from '../use-field-rule';
import { useLabels } from '../use-labels';

/** Saves everything that the filter shows as a CSV file, in the order of the list. */
export function ExportButton({ fields }: { fields: readonly FieldFact[] }) {
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
      const { exportCsv } = await import('./export-csv');
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
