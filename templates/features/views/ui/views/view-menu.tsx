import MoreIcon from '@mui/icons-material/ExpandMore';
import { Button, IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useNotify, useResourceContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { ConfirmDialog, DialogFrame } from '../components/confirm-dialog';
import { useErrorText } from '../components/texts';
import { SaveDialog } from './save-dialog';
import { useSavedViews } from './use-views';
import { addressOf, teamLines, type ListView } from './view';

interface ViewMenuProps {
  view: ListView;
  /** Called before the list is shown without a view that was deleted. */
  onGone: () => void;
}

type Asking = 'rename' | 'delete' | 'promote';

/** What one can do with a view of one's own. */
export function ViewMenu({ view, onGone }: ViewMenuProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { id, label: name } = view;
  if (id === null) return null;
  const ask = (what: Asking) => {
    setAnchor(null);
    setAsking(what);
  };
  const dialog = { view, id, onClose: () => setAsking(null) };
  return (
    <>
      <IconButton
        aria-label={translate('views.actions', { name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: 26, height: 26, p: 0 }}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {(['rename', 'promote', 'delete'] as const).map((what) => (
          <MenuItem key={what} onClick={() => ask(what)}>
            {translate(`views.${what}`)}
          </MenuItem>
        ))}
      </Menu>
      {asking === 'rename' && <RenameDialog {...dialog} />}
      {asking === 'promote' && <PromoteDialog {...dialog} />}
      {asking === 'delete' && <DeleteDialog {...dialog} onGone={onGone} />}
    </>
  );
}

interface ViewDialogProps {
  view: ListView;
  id: number;
  onClose: () => void;
}

function RenameDialog({ view, id, onClose }: ViewDialogProps) {
  const translate = useTranslate();
  const { change } = useSavedViews();
  const save = async (name: string) => {
    await change(id, { name });
    onClose();
  };
  const title = translate('views.rename');
  return <SaveDialog title={title} help="" name={view.label} onSave={save} onClose={onClose} />;
}

function DeleteDialog({ view, id, onClose, onGone }: ViewDialogProps & { onGone: () => void }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { remove } = useSavedViews();
  const confirm = async () => {
    try {
      await remove(id);
      onGone();
      void navigate(addressOf(resource, null));
    } catch (error) {
      notify(errorText(error as Error), { type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      danger
      title={translate('views.delete_title', { name: view.label })}
      text={translate('views.delete_help')}
      confirm={translate('views.delete')}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** Shows the lines that make a view one of the team. */
function PromoteDialog({ view, onClose }: ViewDialogProps) {
  const translate = useTranslate();
  const [isCopied, setCopied] = useState(false);
  const lines = teamLines(view);
  const copy = () =>
    void navigator.clipboard.writeText(lines).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <DialogFrame
      wide
      title={translate('views.promote')}
      text={translate('views.promote_help')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={copy}>{translate(isCopied ? 'views.copied' : 'views.copy')}</Button>
          <Button variant="contained" onClick={onClose} autoFocus>
            {translate('views.close')}
          </Button>
        </>
      }
    >
      <pre tabIndex={0} style={{ margin: 0, overflow: 'auto' }}>
        {lines}
      </pre>
    </DialogFrame>
  );
}
