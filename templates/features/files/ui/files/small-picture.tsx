import ImageIcon from '@mui/icons-material/ImageOutlined';
import { Box } from '@mui/material';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { forgetLink, linkTo, type SmallWidth } from './links';
import type { FilePlace, StoredFile } from './stored-file';

export interface SmallPictureProps {
  place: FilePlace;
  file: StoredFile;
  width: SmallWidth;
  /** Its largest width and height on the page. */
  size: { width: number; height: number };
  /** Whether it fills that, cut off where its own form is another. */
  isCut?: boolean;
  alt: string;
}

/** A small picture of a file, which is asked for once it comes into sight; an icon where it cannot be opened. */
export function SmallPicture({ place, file, width, size, isCut = false, alt }: SmallPictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const { url, fail } = useAddress(frame, { ...place, file: file.id, width });
  const { width: own = 1, height: high = 1 } = file;
  const scale = Math.min(1, size.width / own, size.height / high);
  // Where there is less room it is smaller, and has its own form still.
  const whole = { width: Math.max(1, own * scale), minHeight: 1, aspectRatio: `${own} / ${high}` };
  const box = isCut ? size : whole;
  return (
    <Box ref={frame} component="span" sx={{ ...FRAME, ...box }}>
      {url === null && <ImageIcon fontSize="small" color="disabled" titleAccess={alt} />}
      {url && <Box component="img" src={url} alt={alt} onError={fail} sx={FILL} />}
    </Box>
  );
}

const FRAME = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  maxWidth: '100%',
  overflow: 'hidden',
  borderRadius: 1,
  bgcolor: 'action.hover',
  verticalAlign: 'middle',
};

const FILL = { width: '100%', height: '100%', objectFit: 'cover', display: 'block' };

interface Address {
  /** Of which picture it is. */
  of: string;
  url: string | null;
}

/** The address of a picture in a frame: undefined until it is in sight, null where there is none. One that leads to nothing is asked for again. */
export function useAddress(
  frame: RefObject<HTMLElement | null>,
  linked: Parameters<typeof linkTo>[0],
) {
  const key = JSON.stringify(linked);
  const [found, setFound] = useState<Address | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    const asked = JSON.parse(key) as typeof linked;
    let isOver = false;
    const take = (url: string | null) => !isOver && setFound({ of: key, url });
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      linkTo(asked).then(take, () => take(null));
    });
    observer.observe(frame.current!);
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [frame, key, failed]);
  const fail = () => {
    forgetLink(linked);
    if (failed === key) setFound({ of: key, url: null });
    else setFailed(key);
  };
  return { url: found?.of === key ? found.url : undefined, fail };
}
