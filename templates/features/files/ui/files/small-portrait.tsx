import { Box } from '@mui/material';
import { useRef } from 'react';
import type { PortraitProps } from '../application';
import { FACE } from '../theme/tone';
import { useAddress } from './small-picture';
import { isPicture, storedFile, type StoredFile } from './stored-file';

/** The small picture of a person over their initials, which stay where it cannot be opened. Their name stands beside it. */
export function SmallPortrait(props: PortraitProps) {
  const { row, source, children } = props;
  const file = storedFile(row[source]);
  return file !== null && isPicture(file) ? <Opened {...props} file={file} /> : children;
}

/** Beyond this size a screen of two pixels for one shows more than the smallest picture has. */
const SMALL = 32;

function Opened({
  resource,
  row,
  source,
  size,
  file,
  children,
}: PortraitProps & { file: StoredFile }) {
  const frame = useRef<HTMLSpanElement>(null);
  const style = { '--size': `${size}px` } as object;
  const width = size > SMALL ? 200 : 64;
  const place = { model: resource, id: row.id, field: source };
  const { url, fail } = useAddress(frame, { ...place, file: file.id, width });
  return (
    <Box ref={frame} component="span" sx={FRAME}>
      {children}
      {url && <img src={url} alt="" className={FACE} style={style} onError={fail} />}
    </Box>
  );
}

/** Both are at the same place. */
const FRAME = {
  display: 'inline-grid',
  verticalAlign: 'middle',
  '& > *': { gridArea: '1 / 1' },
  '& > img': { objectFit: 'cover' },
} as const;
