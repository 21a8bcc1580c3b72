import { Autocomplete, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useApplication } from '../application';
import { CreatePage, EditPage } from '../components/form/form-pages';
import { BooleanInput, TextInput, UrlInput } from '../components/form/inputs';
import { RecordInput } from '../components/form/own-inputs';
import { useFormInput, type FormInputProps } from '../components/form/use-form-input';

/** A new endpoint. */
export function EndpointCreate() {
  return (
    <CreatePage>
      <EndpointInputs />
    </CreatePage>
  );
}

/** An endpoint's URL, events, and the user that it acts as. */
export function EndpointEdit() {
  return (
    <EditPage>
      <EndpointInputs />
    </EditPage>
  );
}

function EndpointInputs() {
  const translate = useTranslate();
  return (
    <>
      <UrlInput source="url" required max={2000} />
      <TextInput source="description" max={255} />
      <EventsInput source="events" required helperText={translate('webhooks.events_help')} />
      <RecordInput
        source="user_id"
        reference="user"
        required
        helperText={translate('webhooks.user_help')}
      />
      <BooleanInput source="active" required defaultValue />
    </>
  );
}

const ACTIONS = ['created', 'updated', 'deleted'] as const;

/** A selection of the available events. */
function EventsInput(props: FormInputProps) {
  const { resources, accessControl } = useApplication();
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  if (input === null) return null;
  const { value, onChange, onBlur, disabled, ...field } = input;
  const all = [...resources, ...accessControl].flatMap(({ name }) =>
    ACTIONS.map((action) => `${name}.${action}`),
  );
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      fullWidth
      className="wide"
      options={all}
      value={value as string[]}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(_, events) => onChange(events)}
      renderInput={(params) => <TextField {...params} {...field} />}
    />
  );
}
