import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import MenuIcon from '@mui/icons-material/Menu';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTheme as useMuiTheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetIdentity, useLoading, useLogout, useTheme, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { closeDrafts } from '../api/draft';
import type { User } from '../api/session';
import { ConfirmDialog } from '../components/confirm-dialog';
import { hasUnsavedChanges } from '../components/navigation';
import { FeatureParts } from '../components/page-header';
import { MEASURES } from '../theme/theme';

/** The bar above every page: what features have there, theme, account. */
export function Header({ onMenu }: { onMenu: (() => void) | undefined }) {
  const translate = useTranslate();
  return (
    <Box
      component="div"
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
        bgcolor: 'background.paper',
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
      <ThemeButton />
      <AccountMenu />
    </Box>
  );
}

/** A sign that something is on its way. */
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

/** Who is signed in, and what they can do about it. */
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
        aria-label={`${initials(name)} ${translate('app.account', { name })}`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        edge="end"
      >
        <Avatar
          sx={{ width: 28, height: 28, fontSize: 12, fontWeight: 600, bgcolor: 'primary.main' }}
        >
          {initials(name)}
        </Avatar>
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <Box component="li" sx={{ px: 2, py: 1, minWidth: 200 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="caption">{user?.roles.join(', ')}</Typography>
        </Box>
        <Divider component="li" />
        <MenuItem component={Link} to="/auth/password" onClick={close}>
          <ListItemIcon>
            <KeyIcon fontSize="small" />
          </ListItemIcon>
          {translate('app.change_password')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            signOut.choose();
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

/** Signing out takes unsaved changes along: who has some is asked. */
function useSignOut() {
  const translate = useTranslate();
  const logout = useLogout();
  const [asking, setAsking] = useState(false);
  const signOut = () => {
    closeDrafts();
    void logout();
  };
  const question = asking && (
    <ConfirmDialog
      title={translate('form.unsaved')}
      text={translate('form.unsaved_help')}
      confirm={translate('app.sign_out')}
      cancel={translate('form.stay')}
      danger
      onConfirm={signOut}
      onClose={() => setAsking(false)}
    />
  );
  return { choose: () => (hasUnsavedChanges() ? setAsking(true) : signOut()), question };
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return (first.charAt(0) + (last === '' ? first.charAt(1) : last.charAt(0))).toUpperCase();
}
