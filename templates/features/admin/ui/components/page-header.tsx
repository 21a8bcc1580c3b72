import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, Typography, type ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { useDefaultTitle, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useCanWrite } from '../api/session';
import { recordPath, useApplication, useIsClosed, type Row } from '../application';
import type { SvgIconComponent } from '@mui/icons-material';

export interface Crumb {
  label: string;
  to: string;
}

export interface PageHeaderProps {
  title: ReactNode;
  /** The title of the browser tab when `title` is more than text. */
  documentTitle?: string;
  crumbs?: readonly Crumb[];
  aside?: ReactNode;
  children?: ReactNode;
}

/** The top of a page: breadcrumbs, title and actions. */
export function PageHeader({
  title,
  documentTitle,
  crumbs = [],
  aside,
  children,
}: PageHeaderProps) {
  const appTitle = useDefaultTitle();
  const text = documentTitle ?? (typeof title === 'string' ? title : '');
  return (
    <Box component="header" sx={crumbs.length > 0 ? BELOW_CRUMBS : { mb: { xs: 1, sm: 2.5 } }}>
      <title>{`${text} · ${String(appTitle)}`}</title>
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      <Box className="title" sx={TITLE}>
        <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {aside}
        <Box className="actions" sx={ACTIONS}>
          {children}
        </Box>
      </Box>
    </Box>
  );
}

const TITLE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: { xs: 1, sm: 1.5 },
  minHeight: 36,
};

/** On a phone the actions stand beside the breadcrumbs, and take no line of their own. */
const BELOW_CRUMBS = {
  mb: 2.5,
  display: { xs: 'grid', sm: 'block' },
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 0.75,
  '& > .title': { display: { xs: 'contents', sm: 'flex' } },
  '& > .title > *': { gridColumn: '1 / -1', justifySelf: 'start' },
  '& > .title > .actions': { gridColumn: 2, gridRow: 1, justifySelf: 'end' },
};

/** The label of a button may be longer than a phone is wide: it breaks rather than leave the page. */
const ACTIONS = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  ml: 'auto',
  '& > .MuiButton-root': { whiteSpace: 'normal', textAlign: 'start' },
};

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const translate = useTranslate();
  return (
    <Box
      component="nav"
      aria-label={translate('app.breadcrumb')}
      sx={{ mb: 0.25, fontSize: '0.8125rem' }}
    >
      {crumbs.map(({ label, to }) => (
        <Box
          key={to}
          component={Link}
          to={to}
          sx={{
            display: 'inline-block',
            // A short name is no smaller target than others.
            minWidth: 24,
            py: 0.25,
            color: 'text.secondary',
            textDecoration: 'none',
            '&:hover': { color: 'text.primary', textDecoration: 'underline' },
            '&:not(:last-child)::after': {
              content: '"/"',
              mx: 0.75,
              color: 'text.disabled',
              display: 'inline-block',
            },
          }}
        >
          {label}
        </Box>
      ))}
    </Box>
  );
}

/** What the enabled features add to a place. */
export function FeatureParts({
  of,
}: {
  of:
    | 'Header'
    | 'ListAction'
    | 'ShowAction'
    | 'BulkAction'
    | 'UserDetail'
    | 'UserPassword'
    | 'ResetPassword';
}) {
  const { features } = useApplication();
  return features.map(({ name, [of]: Part }) => Part && <Part key={name} />);
}

export interface CompactButtonProps extends Omit<ButtonProps, 'children' | 'startIcon' | 'sx'> {
  icon: SvgIconComponent;
  label: string;
  /** The target, if it is a link. */
  to?: string;
  state?: unknown;
}

/** A button that shows only its icon on narrow screens. */
export function CompactButton({ icon: Icon, label, to, state, ...props }: CompactButtonProps) {
  const target = to === undefined ? {} : { component: Link, to, state };
  return (
    <Button {...props} {...target} aria-label={label} startIcon={<Icon />} sx={COMPACT}>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {label}
      </Box>
    </Button>
  );
}

const COMPACT = {
  minWidth: { xs: 36, sm: 64 },
  px: { xs: 1, sm: 1.5 },
  '& .MuiButton-startIcon': { ml: { xs: 0, sm: '-2px' }, mr: { xs: 0, sm: '6px' } },
};

/** Leads to the form of a record, where the user may edit it. */
export function EditRecordButton({ record, quiet = false }: { record: Row; quiet?: boolean }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const canEdit = useCanWrite(resource, 'edit');
  const isClosed = useIsClosed(resource, record);
  if (!canEdit || isClosed) return null;
  return (
    <Button
      component={Link}
      to={recordPath(resource, record.id)}
      aria-keyshortcuts="E"
      variant={quiet ? 'outlined' : 'contained'}
      color={quiet ? 'inherit' : 'primary'}
      startIcon={<EditIcon />}
    >
      {translate('form.edit')}
    </Button>
  );
}
