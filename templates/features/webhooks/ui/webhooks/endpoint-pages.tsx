import KeyIcon from '@mui/icons-material/KeyOutlined';
import TestIcon from '@mui/icons-material/SendOutlined';
import { Autocomplete, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { NamesColumn } from '../access-control/names-column';
import { NamesDetail } from '../access-control/names-detail';
import { sessionMayDo } from '../api/session';
import { useApplication, type Row } from '../application';
import { DialogFrame } from '../components/confirm-dialog';
import { CreatePage, EditPage } from '../components/form/form-pages';
import { BooleanInput, TextInput, UrlInput } from '../components/form/inputs';
import { RecordInput } from '../components/form/own-inputs';
import { useFormInput, type FormInputProps } from '../components/form/use-form-input';
import {
  BooleanColumn,
  ChoiceColumn,
  DatetimeColumn,
  NumberColumn,
  ReferenceColumn,
  TextColumn,
} from '../components/list/columns';
import { ListPage } from '../components/list/list-page';
import { CompactButton } from '../components/page-header';
import { RelatedTab, RelatedTabs } from '../components/show/related';
import {
  BooleanDetail,
  DatetimeDetail,
  LongTextDetail,
  ReferenceDetail,
  ShowPage,
  TextDetail,
} from '../components/show/show-page';
import { usePost } from '../components/use-post';

/** All endpoints. */
export function EndpointList() {
  return (
    <ListPage>
      <TextColumn source="url" />
      <TextColumn source="description" />
      <NamesColumn source="events" sortable={false} />
      <ReferenceColumn source="user_id" reference="user" />
      <BooleanColumn source="active" />
    </ListPage>
  );
}

/** One endpoint, with a test and a new secret, and its deliveries. */
export function EndpointShow() {
  return (
    <ShowPage actions={<EndpointActions />} related={<Deliveries />}>
      <TextDetail source="url" />
      <TextDetail source="description" />
      <ReferenceDetail source="user_id" reference="user" />
      <BooleanDetail source="active" />
      <NamesDetail source="events" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
      <SwitchedOff />
    </ShowPage>
  );
}

function SwitchedOff() {
  const reason: unknown = useRecordContext()?.['switched_off'];
  return reason === null ? null : <LongTextDetail source="switched_off" />;
}

function Deliveries() {
  return (
    <RelatedTabs>
      <RelatedTab relation="deliveries" reference="webhook_delivery" target="endpoint_id">
        <TextColumn source="type" />
        <ChoiceColumn source="status" />
        <NumberColumn source="attempts" />
        <NumberColumn source="response_status" />
        <DatetimeColumn source="created_at" />
      </RelatedTab>
    </RelatedTabs>
  );
}

function EndpointActions() {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const { run, busy } = usePost();
  const [secret, setSecret] = useState<string | null>(null);
  if (!sessionMayDo('edit', resource) || record === undefined) return null;
  const post = <T,>(action: string, done: string) =>
    run<T>(`/${resource}/${record.id}/${action}`, done, record._label);
  const rotate = async () => {
    const answer = await post<{ secret: string }>('rotate', 'webhooks.rotated');
    if (answer) setSecret(answer.secret);
  };
  const shared = { variant: 'outlined', loading: busy } as const;
  return (
    <>
      <CompactButton
        {...shared}
        icon={TestIcon}
        label={translate('webhooks.test')}
        onClick={() => void post('test', 'webhooks.tested')}
      />
      <CompactButton
        {...shared}
        icon={KeyIcon}
        label={translate('webhooks.rotate')}
        onClick={() => void rotate()}
      />
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <DialogFrame
      wide
      title={translate('webhooks.rotate')}
      text={translate('webhooks.secret_help')}
      // Closed by the button only: a click outside the dialog would lose the secret.
      onClose={() => undefined}
      actions={
        <Button variant="contained" color="primary" onClick={onClose}>
          {translate('webhooks.close')}
        </Button>
      }
    >
      <TextField
        fullWidth
        label={translate('webhooks.secret')}
        value={secret}
        onFocus={({ target }) => target.select()}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
      />
    </DialogFrame>
  );
}

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
