import { Box, Paper, Typography, type SxProps, type Theme } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetIdentity, useStore, useStoreContext, useTranslate } from 'react-admin';
import { NavLink, Outlet } from 'react-router';
import { namesToChange, type User } from '../api/session';
import { useApplication, type MenuEntry } from '../application';
import { OwnFace } from '../components/avatar';
import { formatList } from '../components/formats';
import { PageHeader } from '../components/page-header';
import { Segments, TAB } from '../components/segments';
import { useLabels } from '../components/texts';
import { LanguageButtons, useLanguages } from './language-choice';

/** The pages of one's own account, each of which has its own address, below their tabs. */
export function AccountPage() {
  const { identity } = useGetIdentity();
  const user = (identity as unknown as User | undefined) ?? null;
  const name = identity?.fullName ?? '';
  return (
    <Box sx={PAGE}>
      <Box sx={WHO}>
        <OwnFace name={name} size={48} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="caption">{formatList(user?.roles ?? [])}</Typography>
        </Box>
      </Box>
      <Tabs user={user} />
      <Outlet />
    </Box>
  );
}

/** All tabs are as wide, with a heading that says less than that of a page: the name stands above it. */
const PAGE: SxProps<Theme> = {
  maxWidth: 760,
  mx: 'auto',
  '& header h1': { fontSize: '1rem', fontWeight: 630, letterSpacing: '-0.012em' },
  '& header': { mb: 1.5 },
  // A line of text, and a field to type into, need no more.
  '& form': { maxWidth: 420 },
};

const WHO = { display: 'flex', alignItems: 'center', gap: 1.75, mb: 2, minHeight: 48 };

/** Links, as each tab is a page. */
function Tabs({ user }: { user: User | null }) {
  const translate = useTranslate();
  const { features } = useApplication();
  // How one signs in stands together, whichever features bring it.
  const own = features.flatMap(({ account }) => account ?? []);
  const entries: Omit<MenuEntry, 'icon'>[] = [
    { to: '/account', label: 'account.profile' },
    ...(namesToChange(user).length > 0
      ? [{ to: '/auth/own-names', label: 'own_names.title' }]
      : []),
    { to: '/auth/password', label: 'auth.password' },
    ...own.filter(({ isSignIn }) => isSignIn),
    ...own.filter(({ isSignIn }) => !isSignIn),
  ];
  return (
    <Box component="nav" aria-label={translate('account.title')} sx={TABS}>
      {entries.map(({ to, label }) => (
        <NavLink key={to} to={to}>
          {translate(label)}
        </NavLink>
      ))}
    </Box>
  );
}

const TABS = {
  display: 'flex',
  overflowX: 'auto',
  gap: 0.25,
  mb: 2.5,
  pb: 1,
  borderBottom: 1,
  borderColor: 'divider',
  '& a': TAB,
};

/** Who one is here, and how the back-office looks in this browser. */
export function Profile() {
  const translate = useTranslate();
  const labels = useLabels();
  const { identity } = useGetIdentity();
  const { languages } = useLanguages();
  const user = identity as unknown as User | undefined;
  const names = (['username', 'first_name', 'last_name', 'email'] as const).filter(
    (name) => user?.[name],
  );
  return (
    <>
      <PageHeader title={translate('account.profile')} />
      <Paper variant="outlined" sx={CARD}>
        <Box component="dl" sx={{ m: 0, display: 'contents' }}>
          {names.map((name) => (
            <Box key={name} sx={ROW}>
              <Typography component="dt" variant="h3">
                {labels.field('user', name)}
              </Typography>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                <bdi>{user?.[name]}</bdi>
              </Box>
            </Box>
          ))}
        </Box>
        <Choice title={translate('account.theme')}>
          <ThemeButtons />
        </Choice>
        {languages.length > 0 && (
          <Choice title={translate('app.language')}>
            <LanguageButtons />
          </Choice>
        )}
      </Paper>
    </>
  );
}

/** Lines that say what something is, and at their end what it is set to. */
const CARD = {
  px: { xs: 2, sm: 3 },
  '& > div:not(:first-of-type), & > dl > div:not(:first-of-type)': {
    borderTop: 1,
    borderColor: 'divider',
  },
  '& > dl:not(:empty) + div': { borderTop: 1, borderColor: 'divider' },
};

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 3,
  rowGap: 1,
  minHeight: 56,
  py: 1,
};

const Choice = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box sx={ROW}>
    <Typography variant="h3" component="h2">
      {title}
    </Typography>
    {children}
  </Box>
);

const THEMES = ['light', 'dark', null] as const;

/** Without a choice the theme is that of the system, also when that changes. */
function ThemeButtons() {
  const translate = useTranslate();
  const store = useStoreContext();
  const [chosen, choose] = useStore<'light' | 'dark' | null>('theme', null);
  return (
    <Segments
      label={translate('account.theme')}
      options={THEMES.map((value) => ({ value, text: translate(`account.${value ?? 'system'}`) }))}
      chosen={chosen}
      onChoose={(theme) => (theme === null ? store.removeItem('theme') : choose(theme))}
    />
  );
}
