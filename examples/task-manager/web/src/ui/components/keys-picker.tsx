import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReactNode, Ref } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import type { Row } from '../api/data-provider';

export interface KeysPickerProps {
  resource: string;
  /** The field by which the records are listed, such as the name of a role. */
  keyField: string;
  label: string;
  value: string[];
  onChange: (keys: string[]) => void;
  id?: string;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  error?: boolean;
  helperText?: ReactNode;
  inputRef?: Ref<HTMLElement>;
  onBlur?: () => void;
}

/** There are few records of the kind that has another key than its id. */
const MOST = 500;

/** Picks records that are known by something else than their ids. */
export function KeysPicker(props: KeysPickerProps) {
  const { resource, keyField, value, onChange, onBlur, disabled = false, ...field } = props;
  const translate = useTranslate();
  const { data = [] } = useGetList<Row>(resource, {
    pagination: { page: 1, perPage: MOST },
    sort: { field: keyField, order: 'ASC' },
  });
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      fullWidth
      options={data.map((row) => String(row[keyField]))}
      value={value}
      disabled={disabled}
      noOptionsText={translate('form.no_options')}
      onBlur={() => onBlur?.()}
      onChange={(_, keys) => onChange(keys)}
      renderInput={(params) => <TextField {...params} {...field} />}
    />
  );
}
