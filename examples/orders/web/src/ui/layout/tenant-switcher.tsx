import ApartmentIcon from '@mui/icons-material/ApartmentOutlined';
import CheckIcon from '@mui/icons-material/Check';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, ListItemIcon, Menu, MenuItem } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { signedInUser } from '../api/session';
import { forgetSelections } from '../api/storage';
import { chooseTenant, useTenants } from '../api/tenants';

/** The tenant that the user works in, for users of several: what lists show, and the tenant of new records. */
export function TenantSwitcher() {
  const translate = useTranslate();
  const { tenants, chosen } = useTenants();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (tenants.length < 2) return null;
  const name = chosen?.name ?? translate('tenant.all');
  return (
    <>
      <Button
        aria-label={translate('tenant.current', { name })}
        aria-haspopup="menu"
        color={chosen === null ? 'inherit' : 'primary'}
        startIcon={<ApartmentIcon />}
        endIcon={<ExpandIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={BUTTON}
      >
        <Box component="span" sx={{ ...NAME, ...(chosen === null && WIDE_ONLY) }}>
          {name}
        </Box>
      </Button>
      <Choices anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}

/** There is no room on a phone for the usual case. */
const WIDE_ONLY = { display: { xs: 'none', sm: 'block' } };

const BUTTON = {
  minWidth: 36,
  px: { xs: 1, sm: 1.5 },
  '& .MuiButton-startIcon': { m: 0 },
  '& .MuiButton-endIcon': { display: { xs: 'none', sm: 'inherit' } },
};

const NAME = {
  ml: 0.75,
  maxWidth: { xs: 72, sm: 180 },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
};

function Choices({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) {
  const translate = useTranslate();
  const { tenants, chosen } = useTenants();
  const choose = useChooseTenant();
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {[{ id: null, name: translate('tenant.all') }, ...tenants].map(({ id, name }) => {
        const isChosen = id === (chosen?.id ?? null);
        return (
          <MenuItem
            key={id}
            role="menuitemradio"
            aria-checked={isChosen}
            selected={isChosen}
            onClick={() => {
              onClose();
              choose(id);
            }}
          >
            <ListItemIcon>{isChosen && <CheckIcon fontSize="small" />}</ListItemIcon>
            {name}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** Data of other tenants is dropped, including the selection; a form being filled in stays. */
function useChooseTenant(): (tenant: number | null) => void {
  const client = useQueryClient();
  return (tenant) => {
    chooseTenant(signedInUser() ?? 0, tenant);
    forgetSelections();
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries();
  };
}
