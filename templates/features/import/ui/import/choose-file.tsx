import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Box, Button, LinearProgress, Paper } from '@mui/material';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useLocale, useResourceContext, useTranslate } from 'react-admin';
import { useDefinition } from '../application';
import { humanize } from '../components/formats';
import { useLabels } from '../components/texts';
import type { TheImport } from './use-import';

/** Where a file is chosen or dropped; below it what the service says to it. */
export function ChooseFile({ all, children }: { all: TheImport; children: ReactNode }) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hints = useHints();
  const bring = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !all.isBusy) all.bring(file, hints);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    bring(event.dataTransfer.files);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Paper
      variant="outlined"
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      sx={{ ...PLACE, ...(isOver && { borderColor: 'primary.main', bgcolor: 'action.hover' }) }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={translate('import.choose')}
        accept=".csv,.tsv,.txt,.xlsx"
        onChange={({ target }) => {
          bring(target.files);
          // So that the same file, mended, counts as a change.
          target.value = '';
        }}
      />
      <Button
        variant="contained"
        color="primary"
        startIcon={<UploadIcon />}
        disabled={all.isBusy}
        onClick={() => input.current?.click()}
      >
        {translate('import.choose')}
      </Button>
      <Box sx={{ color: 'text.secondary', maxWidth: 460 }}>{translate('import.drop')}</Box>
      {all.isBusy && (
        <Box role="status" sx={{ width: 240 }}>
          {translate('import.uploading')}
          <LinearProgress aria-hidden sx={{ mt: 1 }} />
        </Box>
      )}
      {children}
    </Paper>
  );
}

const PLACE = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 2,
  px: 3,
  py: { xs: 6, sm: 9 },
  textAlign: 'center',
  borderStyle: 'dashed',
};

/** The language of the page, and the labels that fields have in it beyond their names. */
function useHints() {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const locale = useLocale();
  const fields = useDefinition(resource)?.fields ?? [];
  const named = fields.map(({ source }) => [source, labels.field(resource, source)] as const);
  return {
    locale,
    labels: Object.fromEntries(named.filter(([source, label]) => label !== humanize(source))),
  };
}
