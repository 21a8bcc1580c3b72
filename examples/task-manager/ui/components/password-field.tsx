import { TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

export interface PasswordFieldProps {
  name: 'current' | 'new' | 'repeat';
  help?: string;
}

/** An input of a form that changes a password. */
export function PasswordField({ name, help }: PasswordFieldProps) {
  const translate = useTranslate();
  return (
    <TextField
      type="password"
      name={name}
      label={translate(`password.${name}`)}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      helperText={help}
      required
      fullWidth
    />
  );
}
