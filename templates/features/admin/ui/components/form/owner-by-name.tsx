import { TextField } from '@mui/material';
import { useState } from 'react';
import { useResourceContext, useTranslate, type HttpError } from 'react-admin';
import { request } from '../../api/http';
import { knownRecord } from '../../api/session';
import type { RecordId } from '../../application';
import { numberOf } from '../formats';
import { useErrorText } from '../texts';
import { useFormInput, type FormInputProps } from './use-form-input';

/** An owner by the exact name that they sign in with, for those who may not list users. A name stays in the form until it is somebody's id. */
export function OwnerByName(props: FormInputProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const errorText = useErrorText();
  const [found, setFound] = useState<Readonly<Record<RecordId, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const input = useFormInput(props, {
    format: (value) => value ?? '',
    parse: (text) => text || null,
    validate: [(value: unknown) => (typeof value === 'string' ? 'form.owner_by_name' : undefined)],
  });
  if (input === null) return null;
  const { value, inputRef, onChange, ...field } = input;
  const nameOf = (id: RecordId) => found[id] ?? knownRecord('user', id) ?? numberOf(id);
  const find = async (name: string) => {
    const body = { model: resource, field: props.source, name };
    try {
      const { data } = await request<{ id: RecordId }>('/auth/owner', { method: 'POST', body });
      setFound((all) => ({ ...all, [data.id]: name }));
      onChange(data.id);
    } catch (error) {
      const { status } = error as HttpError;
      setProblem(status === 404 ? translate('form.owner_unknown') : errorText(error as Error));
    }
  };
  const look = () => void (typeof value === 'string' && value !== '' && find(value));
  return (
    <TextField
      {...field}
      fullWidth
      inputRef={inputRef}
      value={typeof value === 'number' ? nameOf(value) : value}
      error={field.error || problem !== null}
      helperText={problem ?? field.helperText ?? translate('form.owner_by_name')}
      onChange={({ target }) => {
        setProblem(null);
        onChange(target.value);
      }}
      onBlur={() => {
        field.onBlur();
        look();
      }}
      onKeyDown={({ key }) => key === 'Enter' && look()}
      slotProps={{ htmlInput: { autoComplete: 'off' } }}
    />
  );
}
