import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useFieldValue, useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import { Nothing, type ValueProps } from '../components/fields';
import { useLabels } from '../components/texts';
import { useSaveStored } from './save-stored';
import { SmallPicture } from './small-picture';
import { formatSize, isPicture, storedFile, type FilePlace, type StoredFile } from './stored-file';

/** The file of a field and its place; null where it has none. */
function useFile(source: string) {
  const model = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const file = storedFile(useFieldValue({ source }));
  if (file === null || record === undefined) return null;
  return { file, place: { model, id: record.id, field: source } };
}

/** A file in a row: a picture as such, any other by its name. */
export function FileInRow({ source }: ValueProps) {
  const found = useFile(source);
  const label = useLabels().field(useResourceContext() ?? '', source);
  if (found === null) return <Nothing />;
  if (!isPicture(found.file)) return <span>{found.file.name}</span>;
  return <SmallPicture {...found} width={64} size={IN_ROW} isCut alt={label} />;
}

/** No higher than a row with text. */
const IN_ROW = { width: 40, height: 28 };

/** A file on the page of its record: a picture as such, and what it is called, with a button that saves it. */
export function FileOnPage({ source }: ValueProps) {
  const found = useFile(source);
  const label = useLabels().field(useResourceContext() ?? '', source);
  if (found === null) return <Nothing />;
  return (
    <Box sx={ONE_BELOW_THE_OTHER}>
      {isPicture(found.file) && <SmallPicture {...found} width={400} size={ON_PAGE} alt={label} />}
      <FileFacts file={found.file}>
        <SaveButton {...found} />
      </FileFacts>
    </Box>
  );
}

/** No wider than its place, whatever picture is in it. */
const ONE_BELOW_THE_OTHER = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1,
  justifyItems: 'start',
};

const ON_PAGE = { width: 400, height: 300 };

/** The name of a file and its size, with what can be done with it. */
export function FileFacts({ file, children }: { file: StoredFile; children?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box component="bdi" sx={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {formatSize(file.size)}
      </Box>
      {children}
    </Box>
  );
}

/** Saves a file of a record on the user's device. */
export function SaveButton({ place, file }: { place: FilePlace; file: StoredFile }) {
  const translate = useTranslate();
  const { isBusy, save } = useSaveStored(place, file);
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      disabled={isBusy}
      aria-label={translate('files.save_file', { name: file.name })}
      onClick={() => void save()}
    >
      {translate('files.save')}
    </Button>
  );
}
