import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { saveFile } from '../components/save-file';
import { fileOf, formatSize, pictureKind, sizeOf } from './bytes';

interface BytesContentProps {
  /** Not empty. */
  base64: string;
  /** The name of the field, for the file and the picture. */
  name: string;
  label: string;
}

/** Bytes with their size: a picture as such, and any file to save. */
export function BytesContent({ base64, name, label }: BytesContentProps) {
  const translate = useTranslate();
  const kind = pictureKind(base64);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      {kind !== null && (
        <Box
          component="img"
          src={`data:${kind.type};base64,${base64}`}
          alt={label}
          sx={{ maxWidth: 160, maxHeight: 120, borderRadius: 1, display: 'block' }}
        />
      )}
      <span>{formatSize(sizeOf(base64))}</span>
      <Button
        size="small"
        startIcon={<DownloadIcon />}
        aria-label={translate('bytes.save_field', { name: label })}
        onClick={() => saveFile(fileOf(base64), `${name}.${kind?.ending ?? 'bin'}`)}
      >
        {translate('bytes.save')}
      </Button>
    </Box>
  );
}
