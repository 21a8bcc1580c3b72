import InboxIcon from '@mui/icons-material/InboxOutlined';
import { Button } from '@mui/material';
import { useContext, type ReactNode } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { MessagePanel } from '../components/messages';
import { useLabels } from '../components/texts';
import { UsualSort } from './usual-sort';
import { useShownView } from './use-open-view';
import { useViews } from './use-views';
import { addressOf, type ListView } from './view';

/** What a list without records says of the view that is open; the usual words where none is. */
export function EmptyView({ children }: { children: ReactNode }) {
  const { views } = useViews();
  const usual = useContext(UsualSort);
  const shown = useShownView(views, usual)?.view;
  return shown === undefined ? children : <NothingIn view={shown} />;
}

function NothingIn({ view }: { view: ListView }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const name = labels.manyWithin(resource);
  return (
    <MessagePanel
      icon={InboxIcon}
      title={translate(`views.none_${view.usual ?? 'of'}`, { name, view: view.label })}
      help={translate('views.none_help')}
    >
      <Button component={Link} to={addressOf(resource, null)} variant="outlined">
        {translate('views.see_all', { name })}
      </Button>
    </MessagePanel>
  );
}
