import type { SvgIconComponent } from '@mui/icons-material';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { Box, ButtonBase, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { NavLink } from 'react-router';
import { sessionMayDo, useFieldRules } from '../api/session';
import { featureResources, useApplication, type AppResource } from '../application';
import { useLabels } from '../components/texts';
import { MEASURES, VISUALLY_HIDDEN } from '../theme/theme';
import { isMeant, LONG_MENU, MenuSearch, moveInMenu } from './menu-search';

/** The navigation: entries of features, then every model that the user may list. */
export function Navigation() {
  const translate = useTranslate();
  const { resources, accessControl, features } = useApplication();
  // Rerenders the menu with the session, which determines its entries.
  useFieldRules();
  const [sought, setSought] = useState('');
  return (
    <Box component="nav" aria-label={translate('app.menu')} sx={MENU} onKeyDown={moveInMenu}>
      <Brand />
      <Box sx={{ px: 1.25 }}>
        {features.map(
          ({ name, menu }) =>
            menu && <Entry key={name} {...menu} label={translate(menu.label)} end />,
        )}
      </Box>
      {resources.length > LONG_MENU && <MenuSearch value={sought} onChange={setSought} />}
      {groupsOf(resources, translate('app.data')).map(([title, entries]) => (
        <Group key={title} title={title} entries={entries} sought={sought} />
      ))}
      <Group title={translate('app.access_control')} entries={accessControl} sought={sought} />
      <Group
        title={translate('app.operations')}
        entries={featureResources(features)}
        sought={sought}
      />
    </Box>
  );
}

/** With the styles of all its entries: creating them per entry takes longer than the menu. */
const MENU = {
  width: MEASURES.sidebar,
  flexShrink: 0,
  height: '100vh',
  position: 'sticky',
  top: 0,
  overflowY: 'auto',
  borderRight: 1,
  borderColor: 'divider',
  bgcolor: 'var(--menu)',
  pb: 3,
  '& .entry': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.25,
    px: 1.25,
    py: 0.625,
    borderRadius: 1,
    fontSize: '0.8125rem',
    fontWeight: 500,
    color: 'text.secondary',
    textDecoration: 'none',
    '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
    '&.active': { bgcolor: 'action.focus', color: 'text.primary' },
    '&.active svg': { color: 'primary.main' },
  },
  '& .row': { position: 'relative' },
  '& .entry:has(+ *)': { paddingInlineEnd: 5 },
  '& .entry svg': { fontSize: 18, flexShrink: 0 },
  '& .entry span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // Between a drawer and a wide page there is room for icons.
  '@media (min-width: 900px) and (max-width: 1199.95px)': {
    width: 59,
    '& .entry span, & p': VISUALLY_HIDDEN,
    '& h2, & .MuiInputBase-root': { display: 'none' },
    // Without its heading nobody could open a group.
    '& [hidden]': { display: 'block' },
  },
} as const;

function Brand() {
  const { title, icon } = useApplication();
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
      <Box component="img" src={icon} alt="" sx={{ width: 24, height: 24 }} />
      <Typography noWrap sx={{ fontWeight: 600, letterSpacing: '-0.01em' }}>
        {title}
      </Typography>
    </Box>
  );
}

/** The models by heading: first those without one, then each heading at its first occurrence. */
export function groupsOf(
  resources: readonly AppResource[],
  ungrouped: string,
): [title: string, entries: readonly AppResource[]][] {
  const groups = new Map<string, AppResource[]>([[ungrouped, []]]);
  for (const resource of resources) {
    const title = resource.group ?? ungrouped;
    groups.set(title, [...(groups.get(title) ?? []), resource]);
  }
  return [...groups];
}

/** Headings with collapsed entries; stored in the browser. */
function useFolded(title: string): [folded: boolean, toggle: () => void] {
  const [all, setAll] = useStore<readonly string[]>('menu.folded', []);
  const folded = all.includes(title);
  const toggle = () => setAll(folded ? all.filter((one) => one !== title) : [...all, title]);
  return [folded, toggle];
}

interface GroupProps {
  title: string;
  entries: readonly AppResource[];
  /** Words of the labels that are shown; empty for all. */
  sought: string;
}

function Group({ title, entries, sought }: GroupProps) {
  const labels = useLabels();
  const { features } = useApplication();
  const id = useId();
  const [closed, toggle] = useFolded(title);
  const folded = closed && sought === '';
  const visible = entries
    .filter(({ name }) => sessionMayDo('list', name))
    .filter(({ name }) => isMeant(labels.many(name), sought));
  if (visible.length === 0) return null;
  return (
    <Box sx={{ px: 1.25, mt: 1.75 }}>
      <Typography variant="overline" component="h2" sx={{ display: 'block' }}>
        <ButtonBase aria-expanded={!folded} aria-controls={id} onClick={toggle} sx={HEADING}>
          {title}
          <ExpandIcon
            aria-hidden
            className={folded ? 'folded' : undefined}
            sx={{ fontSize: 16, ml: 'auto', '&.folded': { transform: 'rotate(-90deg)' } }}
          />
        </ButtonBase>
      </Typography>
      <Box id={id} hidden={folded}>
        {visible.map((resource) => (
          <div key={resource.name} className="row">
            <Entry
              to={`/${resource.name}`}
              icon={resource.icon}
              label={labels.many(resource.name)}
            />
            {features.map(
              ({ name, EntryPart }) => EntryPart && <EntryPart key={name} resource={resource} />,
            )}
          </div>
        ))}
      </Box>
    </Box>
  );
}

const HEADING = {
  width: '100%',
  minHeight: 28,
  px: 1.25,
  borderRadius: 1.5,
  font: 'inherit',
  letterSpacing: 'inherit',
  textTransform: 'inherit',
  textAlign: 'start',
  '&:hover': { color: 'text.primary' },
  // It is told of where somebody is about to use it, and where it hides entries.
  '@media (hover: hover)': { '&:not(:hover, :focus-visible) > svg:not(.folded)': { opacity: 0 } },
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
};

interface EntryProps {
  to: string;
  icon: SvgIconComponent;
  label: string;
  end?: boolean;
}

function Entry({ to, icon: Icon, label, end = false }: EntryProps) {
  return (
    <NavLink to={to} end={end} className="entry" title={label}>
      <Icon aria-hidden />
      <span>{label}</span>
    </NavLink>
  );
}
