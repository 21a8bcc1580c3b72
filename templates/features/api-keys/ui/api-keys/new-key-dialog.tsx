import { Autocomplete, Box, Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { allResources, useApplication } from '../application';
import { sessionMayDo, type User } from '../api/session';
import { readCached } from '../api/storage';
import { DialogFrame } from '../components/confirm-dialog';
import { OwnProof } from '../components/own-proof';
import { useLabels } from '../components/texts';
import type { NewKey } from './use-keys';

export interface NewKeyDialogProps {
  /** What the user wanted before they left the page for a proof. */
  left: NewKey | null;
  onCreate: (key: NewKey, proof: object) => Promise<string>;
  onClose: () => void;
}

/** Makes a key for whoever proves that they are the user, and shows it once. */
export function NewKeyDialog({ left, onCreate, onClose }: NewKeyDialogProps) {
  const translate = useTranslate();
  const [wanted, setWanted] = useState(left);
  const [key, setKey] = useState<string | null>(null);
  if (key !== null) return <KeyDialog value={key} onClose={onClose} />;
  if (wanted === null) return <KeyForm onSubmit={setWanted} onClose={onClose} />;
  return (
    <DialogFrame wide title={wanted.name} text={translate('api-keys.help')} onClose={onClose}>
      <OwnProof
        submit={translate('api-keys.submit')}
        doing={wanted}
        onProof={async (proof) => setKey(await onCreate(wanted, proof))}
        onCancel={onClose}
      />
    </DialogFrame>
  );
}

interface KeyFormProps {
  onSubmit: (key: NewKey) => void;
  onClose: () => void;
}

const FORM = 'new-api-key';

function KeyForm({ onSubmit, onClose }: KeyFormProps) {
  const translate = useTranslate();
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
    });
  };
  const actions = (
    <>
      <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
      <Button type="submit" form={FORM} variant="contained" color="primary">
        {translate('api-keys.go_on')}
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
  const notify = useNotify();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => notify('api-keys.copied', { type: 'success' }),
      () => notify('api-keys.not_copied', { type: 'warning' }),
    );
  return (
    <DialogFrame
      wide
      title={translate('api-keys.create')}
      text={translate('api-keys.key_help')}
      // Closed by the button only: a click outside the dialog would lose the key.
      onClose={() => undefined}
      actions={
        <>
          <Button variant="outlined" onClick={() => void copy()}>
            {translate('api-keys.copy')}
          </Button>
          <Button variant="contained" color="primary" onClick={onClose}>
            {translate('api-keys.close')}
          </Button>
        </>
      }
    >
      <TextField
        fullWidth
        sx={{ mt: 1 }}
        label={translate('api-keys.key')}
        value={value}
        onFocus={({ target }) => target.select()}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false, dir: 'ltr' } }}
      />
    </DialogFrame>
  );
}
