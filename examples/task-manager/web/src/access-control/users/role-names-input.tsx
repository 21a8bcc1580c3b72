import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/http';
import type { Role } from '../../api/session';
import type { InputProps } from '../../components/form/use-form-input';
import { useFormInput } from '../../components/form/use-form-input';

/** Roles by their names. */
export function RoleNamesInput(props: InputProps) {
  const { data: roles = [] } = useQuery({
    queryKey: ['roles'],
    queryFn: async () => (await request<Role[]>('/auth/roles')).data,
  });
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  if (input === null) return null;
  const { value, onChange, onBlur, disabled, inputRef, ...field } = input;
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={roles.map(({ name }) => name)}
      value={value as string[]}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(_, names) => onChange(names)}
      renderInput={(params) => <TextField {...params} {...field} inputRef={inputRef} />}
    />
  );
}
