import { Alert, Box, Button, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { useFieldRuleOf } from '../api/session';
import type { RecordId } from '../application';
import { DialogFrame } from '../components/confirm-dialog';
import { RecordPicker, RolesPicker } from '../components/record-picker';
import { useLabels, useProblemTexts } from '../components/texts';
import type { NewInvitation } from './use-invitations';

export interface InviteDialogProps {
  busy: boolean;
  onInvite: (invitation: NewInvitation) => Promise<void>;
  onClose: () => void;
}

const FORM = 'new-invitation';

/** Whom to invite, and what they may do. */
export function InviteDialog({ busy, onInvite, onClose }: InviteDialogProps) {
  const translate = useTranslate();
  const { ofError } = useProblemTexts('user');
  const [error, setError] = useState<Error | null>(null);
  const [access, setAccess] = useState<InvitedAccess>({ roles: [], tenants: [] });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const invitation = invitationIn(new FormData(event.currentTarget), access);
    onInvite(invitation).then(onClose, (reason: unknown) => setError(reason as Error));
  };
  const actions = (
    <>
      <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
      <Button type="submit" form={FORM} variant="contained" color="primary" loading={busy}>
        {translate('invitations.submit')}
      </Button>
    </>
  );
  return (
    <DialogFrame
      wide
      title={translate('invitations.create')}
      text={translate('invitations.help')}
      onClose={onClose}
      actions={actions}
    >
      <Box component="form" id={FORM} onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {error && <Alert severity="error">{ofError(error)}</Alert>}
        <NameFields />
        <AccessFields access={access} onChange={setAccess} />
      </Box>
    </DialogFrame>
  );
}

interface InvitedAccess {
  roles: string[];
  tenants: RecordId[];
}

/** An invitation without what is left empty. */
function invitationIn(form: FormData, { roles, tenants }: InvitedAccess): NewInvitation {
  const username = String(form.get('username')).trim();
  return {
    email: String(form.get('email')).trim(),
    ...(username !== '' && { username }),
    ...(roles.length > 0 && { roles }),
    ...(tenants.length > 0 && { tenants }),
  };
}

function NameFields() {
  const translate = useTranslate();
  const labels = useLabels();
  return (
    <>
      <TextField
        name="email"
        type="email"
        label={labels.field('user', 'email')}
        autoComplete="off"
        autoFocus
        required
      />
      <TextField
        name="username"
        label={labels.field('user', 'username')}
        helperText={translate('invitations.username_help')}
        autoComplete="off"
      />
    </>
  );
}

interface AccessFieldsProps {
  access: InvitedAccess;
  onChange: (access: InvitedAccess) => void;
}

/** Roles and tenants, as far as whoever invites may give any. */
function AccessFields({ access, onChange }: AccessFieldsProps) {
  const labels = useLabels();
  const ruleOf = useFieldRuleOf('user');
  return (
    <>
      {ruleOf('roles').write && (
        <RolesPicker
          resource="role"
          keyField="name"
          label={labels.field('user', 'roles')}
          value={access.roles}
          onChange={(roles) => onChange({ ...access, roles })}
        />
      )}
      {ruleOf('tenants').write && (
        <RecordPicker
          multiple
          resource="tenant"
          label={labels.field('user', 'tenants')}
          value={access.tenants}
          onChange={(tenants) => onChange({ ...access, tenants })}
        />
      )}
    </>
  );
}
