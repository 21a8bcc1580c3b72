import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ColumnChooserProps } from './column-chooser';
import { ColumnChooser } from './column-chooser';

export type ColumnsButtonProps = Pick<ColumnChooserProps, 'children' | 'hidden'>;

/** Opens the choice of columns and of their order. */
export function ColumnsButton({ children, hidden }: ColumnsButtonProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        startIcon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('list.columns')}
      </Button>
      {anchor !== null && (
        <ColumnChooser anchor={anchor} hidden={hidden} onClose={() => setAnchor(null)}>
          {children}
        </ColumnChooser>
      )}
    </>
  );
}
