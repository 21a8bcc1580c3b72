import type { SvgIconComponent } from '@mui/icons-material';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCanAccessResources, useTranslate } from 'react-admin';
import { NavLink } from 'react-router';
import type { AppResource } from '../application/app-resource';
import { useApplication } from '../application/application';
import { useLabels } from '../components/use-labels';
import { MEASURES } from '../theme/theme';

/** The navigation: what features have there, then every model that the user may list. */
export function Sidebar() {
  const translate = useTranslate();
  const { resources, accessControl, features } = useApplication();
  return (
    <Box
      component="nav"
      aria-label={translate('app.open_menu')}
      sx={{
        width: MEASURES.sidebar,
        flexShrink: 0,
        height: '100vh',
        position: 'sticky',
        top: 0,
        overflowY: 'auto',
        borderRight: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        pb: 3,
      }}
    >
      <Brand />
      <Box sx={{ px: 1.25 }}>
        {features.map(
          ({ name, menu }) =>
            menu && <Entry key={name} {...menu} label={translate(menu.label)} end />,
        )}
      </Box>
      <Group title={translate('app.data')} entries={resources} />
      <Group title={translate('app.access_control')} entries={accessControl} />
    </Box>
  );
}

function Brand() {
  const { title } = useApplication();
  return (
    <Box
      sx={{
        height: MEASURES.header,
        px: 2.25,
        mb: 1,
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
      }}
    >
      <Box
        component="img"
        src={`${import.meta.env.BASE_URL}icon.svg`}
        alt=""
        sx={{ width: 24, height: 24 }}
      />
      <Typography noWrap sx={{ fontWeight: 650, letterSpacing: '-0.01em' }}>
        {title}
      </Typography>
    </Box>
  );
}

function Group({ title, entries }: { title: string; entries: readonly AppResource[] }) {
  const labels = useLabels();
  const { canAccess } = useCanAccessResources({
    action: 'list',
    resources: entries.map(({ name }) => name),
  });
  const visible = entries.filter(({ name }) => canAccess?.[name]);
  if (visible.length === 0) return null;
  return (
    <Box sx={{ px: 1.25, mt: 2.25 }}>
      <Typography variant="overline" component="h2" sx={{ px: 1.25, mb: 0.5, display: 'block' }}>
        {title}
      </Typography>
      {visible.map(({ name, icon }) => (
        <Entry key={name} to={`/${name}`} icon={icon} label={labels.many(name)} />
      ))}
    </Box>
  );
}

interface EntryProps {
  to: string;
  icon: SvgIconComponent;
  label: string;
  end?: boolean;
}

function Entry({ to, icon: Icon, label, end = false }: EntryProps) {
  return (
    <Box
      component={NavLink}
      to={to}
      end={end}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 1.25,
        py: 0.75,
        mb: 0.25,
        borderRadius: 1.5,
        fontSize: '0.8438rem',
        fontWeight: 500,
        color: 'text.secondary',
        textDecoration: 'none',
        '& svg': { fontSize: 18, flexShrink: 0 },
        '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
        '&.active': { bgcolor: 'action.selected', color: 'primary.main', fontWeight: 600 },
      }}
    >
      <Icon aria-hidden />
      <Box
        component="span"
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {label}
      </Box>
    </Box>
  );
}
