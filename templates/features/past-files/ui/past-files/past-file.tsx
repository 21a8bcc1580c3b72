import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { requestFile } from '../api/http';
import { recordPath } from '../application';
import { useErrorText } from '../components/texts';
import { FileFacts } from '../files/file-value';
import { isPicture, storedFile, type StoredFile } from '../files/stored-file';
import type { PastValueProps } from '../history/past-value';

/** A file that a record has had: a picture as such, and what it is called, with a button that saves it. */
export function PastFile({ resource, id, source, value }: PastValueProps) {
  const file = storedFile(value);
  if (file === null) return null;
  const path = `/_files${recordPath(resource, id)}/${source}/${file.id}`;
  return (
    <Box sx={FILE}>
      {isPicture(file) && <PastPicture path={path} file={file} />}
      <FileFacts file={file}>
        <SavePast path={path} file={file} />
      </FileFacts>
    </Box>
  );
}

const FILE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 };

interface PastProps {
  path: string;
  file: StoredFile;
}

function PastPicture({ path, file: { name } }: PastProps) {
  const { data } = useQuery({
    queryKey: ['past_file', path],
    queryFn: () => requestFile(`${path}?width=64`),
    retry: false,
  });
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (data === undefined || picture.current === null) return undefined;
    const url = URL.createObjectURL(data);
    picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [data]);
  return data && <Box component="img" ref={picture} alt={name} sx={PICTURE} />;
}

const PICTURE = { width: 64, height: 'auto', borderRadius: 1 };

function SavePast({ path, file: { name } }: PastProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const url = URL.createObjectURL(await requestFile(path));
      Object.assign(document.createElement('a'), { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url));
    } catch (error) {
      const isGone = (error as { status?: number }).status === 404;
      notify(isGone ? 'past_files.closed' : errorText(error as Error), { type: 'warning' });
    }
    setBusy(false);
  };
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      disabled={isBusy}
      aria-label={translate('files.save_file', { name })}
      onClick={() => void save()}
    >
      {translate('files.save')}
    </Button>
  );
}
