import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { CompactButton } from '../compact-button';
import type { ColumnChooserProps } from './column-chooser';
import { ColumnChooser } from './column-chooser';

export type ColumnsButtonProps = Pick<ColumnChooserProps, 'children' | 'hidden'>;

/** Opens the choice of columns and of their order. */
export function ColumnsButton({ children, hidden }: ColumnsButtonProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <CompactButton
        icon={ViewColumnIcon}
        label={translate('list.columns')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor !== null && (
        <ColumnChooser anchor={anchor} hidden={hidden} onClose={() => setAnchor(null)}>
          {children}
        </ColumnChooser>
      )}
    </>
  );
}
