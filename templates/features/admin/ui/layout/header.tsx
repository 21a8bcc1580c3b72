import ApartmentIcon from '@mui/icons-material/ApartmentOutlined';
import AccountIcon from '@mui/icons-material/PersonOutlined';
import CheckIcon from '@mui/icons-material/Check';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import LightIcon from '@mui/icons-material/WbSunnyOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import MenuIcon from '@mui/icons-material/Menu';
import {
  Box,
  Button,
  CircularProgress,
  Divider,
  IconButton,
  ListItemIcon,
  Menu,
  MenuItem,
  Tooltip,
  Typography,
  useTheme as useMuiTheme,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetIdentity, useLoading, useTheme, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { signedInUser, type User } from '../api/session';
import { forgetSelections } from '../api/storage';
import { chooseTenant, useTenants } from '../api/tenants';
import type { RecordId } from '../application';
import { OwnFace, initialsOf } from '../components/avatar';
import { formatList } from '../components/formats';
import { FeatureParts } from '../components/page-header';
import { MEASURES } from '../theme/theme';
import { useSignOut } from './sign-out';

/** The bar above every page: parts of features, tenant, theme, account. */
export function Header({ onMenu }: { onMenu: (() => void) | undefined }) {
  const translate = useTranslate();
  return (
    <Box
      className="on-screen"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: MEASURES.header,
        px: { xs: 1.5, sm: 3 },
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
      }}
    >
      {onMenu && (
        <IconButton onClick={onMenu} aria-label={translate('app.open_menu')} edge="start">
          <MenuIcon />
        </IconButton>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 1 }}>
        <FeatureParts of="Header" />
      </Box>
      <Busy />
      <TenantSwitcher />
      <ThemeButton />
      <AccountMenu />
    </Box>
  );
}

/** A loading indicator. */
function Busy() {
  const translate = useTranslate();
  const loading = useLoading();
  return loading && <CircularProgress size={16} aria-label={translate('app.loading')} />;
}

function ThemeButton() {
  const translate = useTranslate();
  const { mode } = useMuiTheme().palette;
  const [, setTheme] = useTheme();
  const label = translate(mode === 'dark' ? 'app.light' : 'app.dark');
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setTheme(mode === 'dark' ? 'light' : 'dark')}>
        {mode === 'dark' ? <LightIcon fontSize="small" /> : <DarkIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}

/** The signed-in user, and their actions. */
function AccountMenu() {
  const translate = useTranslate();
  const signOut = useSignOut();
  const { identity } = useGetIdentity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const name = identity?.fullName ?? '';
  const user = identity as unknown as User | undefined;
  return (
    <>
      <IconButton
        aria-label={translate('app.account', { initials: initialsOf(name), name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        edge="end"
      >
        <OwnFace name={name} size={28} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <Box component="li" role="presentation" sx={{ px: 2, py: 1, minWidth: 200 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="caption">
            {anchor !== null && formatList(user?.roles ?? [])}
          </Typography>
        </Box>
        <Divider component="li" />
        <MenuItem component={Link} to="/account" onClick={close}>
          <ListItemIcon>
            <AccountIcon fontSize="small" />
          </ListItemIcon>
          {translate('account.title')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            signOut.choose(undefined);
          }}
        >
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          {translate('app.sign_out')}
        </MenuItem>
      </Menu>
      {signOut.question}
    </>
  );
}

/** The tenant that the user works in, for users of several: what lists show, and the tenant of new records. */
export function TenantSwitcher() {
  const translate = useTranslate();
  const { tenants, chosen } = useTenants();
  const allTenants = useAllTenants();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (tenants.length < 2) return null;
  const name = chosen?.name ?? allTenants;
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

/** The text for no choice: of all that there are, or of those that the user belongs to. */
function useAllTenants(): string {
  const translate = useTranslate();
  const { every_tenant } = useTenants();
  return translate(every_tenant.length > 0 ? 'tenant.every' : 'tenant.all');
}

function Choices({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) {
  const { tenants, chosen } = useTenants();
  const allTenants = useAllTenants();
  const choose = useChooseTenant();
  const current = chosen?.id ?? null;
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {[{ id: null, name: allTenants }, ...tenants].map(({ id, name }) => (
        <MenuItem
          key={id}
          role="menuitemradio"
          aria-checked={id === current}
          selected={id === current}
          onClick={() => {
            onClose();
            choose(id);
          }}
        >
          <ListItemIcon>{id === current && <CheckIcon fontSize="small" />}</ListItemIcon>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Data of other tenants is dropped, including the selection; a form being filled in stays. */
function useChooseTenant(): (tenant: RecordId | null) => void {
  const client = useQueryClient();
  return (tenant) => {
    chooseTenant(signedInUser() ?? 0, tenant);
    forgetSelections();
    client.removeQueries({ type: 'inactive' });
    void client.invalidateQueries();
  };
}
