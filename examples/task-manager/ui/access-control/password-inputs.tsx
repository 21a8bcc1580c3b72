import { useTranslate } from 'react-admin';
import { TextInput } from '../components/form/inputs';

/** The initial password of a new user. */
export function FirstPasswordInput() {
  return <TextInput {...usePassword('user.password_help_create')} required />;
}

/** A new password for a user; left empty, the old one stays. */
export function NewPasswordInput() {
  return <TextInput {...usePassword('user.password_help_edit')} />;
}

function usePassword(help: string) {
  const helperText = useTranslate()(help);
  return { source: 'password', type: 'password', autoComplete: 'new-password', helperText };
}
