import MoreIcon from '@mui/icons-material/MoreVert';
import { Box, IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import { stayOnPage } from '../components/fields';
import { useOffered } from './use-offered';
import { useTaking } from './use-taking';

/** The actions of a row in a menu; none without one that its reader may take. */
export function RowMenu() {
  const record = useRecordContext<Row>();
  return record === undefined ? null : <MenuOf record={record} />;
}

function MenuOf({ record }: { record: Row }) {
  const translate = useTranslate();
  const offered = useOffered(record);
  const { take, isBusy, dialog } = useTaking(record);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (offered.length === 0 && dialog === null) return null;
  return (
    // What is clicked in the menu and its dialog is within the row, for React.
    <Box component="span" onClick={stayOnPage}>
      <IconButton
        size="small"
        aria-label={translate('action-buttons.of', { name: record._label })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={isBusy}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {offered.map((action) => (
            <MenuItem
              key={action.name}
              sx={action.danger ? { color: 'error.main' } : undefined}
              onClick={() => {
                setAnchor(null);
                take(action);
              }}
            >
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {dialog}
    </Box>
  );
}
