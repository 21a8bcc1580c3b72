import KeyIcon from '@mui/icons-material/KeyOutlined';
import LogoutIcon from '@mui/icons-material/Logout';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetIdentity, useLogout, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { closeDrafts } from '../api/draft';
import type { User } from '../api/session';
import { ConfirmDialog } from '../components/confirm-dialog';
import { hasUnsavedChanges } from '../components/unsaved-changes';

/** Who is signed in, and what they can do about it. */
export function AccountMenu() {
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
