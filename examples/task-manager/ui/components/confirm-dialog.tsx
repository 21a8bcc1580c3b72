import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';

export interface DialogFrameProps {
  title: string;
  text: string;
  /** The buttons, from the harmless one to the one that acts; none where what is inside has them. */
  actions?: ReactNode;
  wide?: boolean;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog with its title, its subject, and its buttons. */
export function DialogFrame({ title, text, actions, wide, onClose, children }: DialogFrameProps) {
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      maxWidth={wide ? 'sm' : 'xs'}
      fullWidth
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ '&:not(:last-child)': { mb: 2 } }}>{text}</DialogContentText>
        {children}
      </DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </Dialog>
  );
}

export interface ConfirmDialogProps extends Pick<
  DialogFrameProps,
  'title' | 'text' | 'onClose' | 'children'
> {
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Whether it cannot be confirmed; the text says why. */
  refused?: boolean;
  onConfirm: () => void;
}

/** A question with two answers. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm, cancel, danger = false, busy = false, onConfirm, ...asked } = props;
  const { refused = false, ...frame } = asked;
  const translate = useTranslate();
  const actions = (
    <>
      <Button onClick={frame.onClose} autoFocus={danger}>
        {cancel ?? translate('form.cancel')}
      </Button>
      <Button
        variant="contained"
        color={danger ? 'error' : 'primary'}
        loading={busy}
        disabled={refused}
        onClick={onConfirm}
        autoFocus={!danger}
      >
        {confirm}
      </Button>
    </>
  );
  return <DialogFrame {...frame} actions={actions} />;
}
