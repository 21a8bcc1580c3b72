import AddIcon from '@mui/icons-material/Add';
import { Alert, Box, Button, IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useNotify, useResourceContext, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import type { ListFrameProps } from '../application';
import { formatAll } from '../components/formats';
import { TAB } from '../components/segments';
import { useErrorText, useLabels } from '../components/texts';
import { useContent, useOpenView } from './use-open-view';
import { useSavedViews, useViews } from './use-views';
import { SaveDialog } from './save-dialog';
import { addressOf, isSameContent, type ListView, type ViewContent } from './view';
import { ViewMenu } from './view-menu';

type TabsProps = Omit<ListFrameProps, 'children'>;

/** The views over a list: all of its records, those of the team, one's own, and a button for another one. */
export function ViewTabs(props: TabsProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const { views, isFailed } = useViews();
  const { open, missing, prepare, readable } = useOpenView(views, props);
  const content = useContent({ ...props, children: null });
  const isChanged = open !== null && !isSameContent(open, content);
  return (
    <>
      <Box component="nav" aria-label={translate('views.title')} sx={TABS}>
        <Tab
          to={addressOf(resource, null)}
          label={translate('views.all')}
          isOpen={open === null}
          onOpen={() => prepare(null)}
        />
        {views.map((one) => {
          const { view } = readable(one);
          const isOpen = one.key === open?.key;
          return (
            <Box key={one.key} sx={{ display: 'flex', alignItems: 'center', flexShrink: 0 }}>
              <Tab
                to={addressOf(resource, view)}
                label={one.label}
                isOpen={isOpen}
                isChanged={isOpen && isChanged}
                onOpen={() => prepare(view)}
              />
              {isOpen && <ViewMenu view={one} onGone={() => prepare(null)} />}
            </Box>
          );
        })}
        <AddView content={content} prepare={prepare} />
        {isChanged && <Changed view={open} content={content} prepare={prepare} />}
      </Box>
      {missing.length > 0 && <Missing fields={missing} />}
      {isFailed && <Alert severity="info">{translate('views.failed')}</Alert>}
    </>
  );
}

const TABS = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.25,
  minHeight: 36,
  overflowX: 'auto',
};

interface TabProps {
  to: string;
  label: string;
  isOpen: boolean;
  isChanged?: boolean;
  onOpen: () => void;
}

function Tab({ to, label, isOpen, isChanged = false, onOpen }: TabProps) {
  const translate = useTranslate();
  return (
    <Button
      component={Link}
      to={to}
      onClick={onOpen}
      aria-current={isOpen ? 'page' : undefined}
      sx={TAB}
    >
      {label}
      {isChanged && (
        <Box component="span" role="img" aria-label={translate('views.changed')} sx={{ ml: 0.5 }}>
          •
        </Box>
      )}
    </Button>
  );
}

interface WritingProps {
  content: ViewContent;
  prepare: (view: ListView | null) => void;
}

/** Saves what the list shows as a view of one's own. */
function AddView({ content, prepare }: WritingProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const navigate = useNavigate();
  const { add } = useSavedViews();
  const [isAsking, setAsking] = useState(false);
  const save = async (name: string) => {
    const view = await add(name, content);
    setAsking(false);
    prepare(view);
    void navigate(addressOf(resource, view));
  };
  return (
    <>
      <Tooltip title={translate('views.add')}>
        <IconButton
          aria-label={translate('views.add')}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          <AddIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {isAsking && (
        <SaveDialog
          title={translate('views.add')}
          help={translate('views.add_help')}
          onSave={save}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Takes changes of a view back, or saves them where it is one's own. */
function Changed({ view, content, prepare }: WritingProps & { view: ListView }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const notify = useNotify();
  const errorText = useErrorText();
  const { change } = useSavedViews();
  const { id } = view;
  const overwrite = async (own: number) => {
    try {
      prepare(await change(own, content));
    } catch (error) {
      notify(errorText(error as Error), { type: 'error' });
    }
  };
  return (
    <Box sx={{ display: 'flex', ml: 'auto', flexShrink: 0 }}>
      <Button component={Link} to={addressOf(resource, view)} onClick={() => prepare(view)}>
        {translate('views.reset')}
      </Button>
      {id !== null && (
        <Button onClick={() => void overwrite(id)}>{translate('views.save_changes')}</Button>
      )}
    </Box>
  );
}

/** What of a view is not shown. */
function Missing({ fields }: { fields: readonly string[] }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const names = formatAll(fields.map((field) => labels.field(resource, field)));
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      {translate('views.unavailable', { names })}
    </Alert>
  );
}
