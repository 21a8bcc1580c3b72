import {
  Alert,
  Autocomplete,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  TextField,
} from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { allResources, useApplication } from '../application';
import { sessionMayDo, type User } from '../api/session';
import { readCached } from '../api/storage';
import { DialogFrame } from '../components/confirm-dialog';
import { useErrorText, useLabels } from '../components/texts';
import type { NewKey } from './use-keys';

export interface NewKeyDialogProps {
  busy: boolean;
  onCreate: (key: NewKey) => Promise<string>;
  onClose: () => void;
}

/** Makes a key, and shows it once. */
export function NewKeyDialog({ busy, onCreate, onClose }: NewKeyDialogProps) {
  const [key, setKey] = useState<string | null>(null);
  const create = async (wanted: NewKey) => setKey(await onCreate(wanted));
  return key === null ? (
    <KeyForm busy={busy} onSubmit={create} onClose={onClose} />
  ) : (
    <KeyDialog value={key} onClose={onClose} />
  );
}

interface KeyFormProps {
  busy: boolean;
  onSubmit: (key: NewKey) => Promise<void>;
  onClose: () => void;
}

const FORM = 'new-api-key';

function KeyForm({ busy, onSubmit, onClose }: KeyFormProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const [error, setError] = useState<Error | null>(null);
  const [roles, setRoles] = useState<string[]>([]);
  const [models, setModels] = useState<string[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const end = String(form.get('expires'));
    onSubmit({
      name: String(form.get('name')),
      roles: roles.length > 0 ? roles : null,
      models: models.length > 0 ? models : null,
      read_only: form.get('read_only') !== null,
      expires_at: end === '' ? null : new Date(`${end}T23:59:59`).toISOString(),
    }).catch((reason: unknown) => setError(reason as Error));
  };
  const actions = (
    <>
      <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
      <Button type="submit" form={FORM} variant="contained" color="primary" loading={busy}>
        {translate('api-keys.submit')}
      </Button>
    </>
  );
  return (
    <DialogFrame
      wide
      title={translate('api-keys.create')}
      text={translate('api-keys.help')}
      onClose={onClose}
      actions={actions}
    >
      <Box component="form" id={FORM} onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {error && <Alert severity="error">{errorText(error)}</Alert>}
        <TextField
          name="name"
          label={translate('api-keys.name')}
          helperText={translate('api-keys.name_help')}
          autoFocus
          required
        />
        <Roles chosen={roles} onChoose={setRoles} />
        <Models chosen={models} onChoose={setModels} />
        <FormControlLabel
          control={<Checkbox name="read_only" />}
          label={translate('api-keys.read_only')}
        />
        <TextField
          name="expires"
          type="date"
          label={translate('api-keys.expires')}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Box>
    </DialogFrame>
  );
}

interface ChoiceProps {
  chosen: string[];
  onChoose: (names: string[]) => void;
}

function Roles({ chosen, onChoose }: ChoiceProps) {
  const translate = useTranslate();
  const own = readCached<User>('user')?.roles ?? [];
  return (
    <Autocomplete
      multiple
      options={own}
      value={chosen}
      onChange={(_, names) => onChoose(names)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('api-keys.roles')}
          helperText={translate('api-keys.roles_help')}
        />
      )}
    />
  );
}

function Models({ chosen, onChoose }: ChoiceProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const names = allResources(useApplication())
    .map(({ name }) => name)
    .filter((name) => sessionMayDo('list', name));
  return (
    <Autocomplete
      multiple
      options={names}
      getOptionLabel={labels.many}
      value={chosen}
      onChange={(_, models) => onChoose(models)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('api-keys.models')}
          helperText={translate('api-keys.models_help')}
        />
      )}
    />
  );
}

function KeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <DialogFrame
      wide
      title={translate('api-keys.create')}
      text={translate('api-keys.key_help')}
      // Closed by the button only: a click outside the dialog would lose the key.
      onClose={() => undefined}
      actions={
        <Button variant="contained" color="primary" onClick={onClose}>
          {translate('api-keys.close')}
        </Button>
      }
    >
      <TextField
        fullWidth
        label={translate('api-keys.key')}
        value={value}
        onFocus={({ target }) => target.select()}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false, dir: 'ltr' } }}
      />
    </DialogFrame>
  );
}
