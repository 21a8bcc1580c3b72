import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { TextInput } from '../components/form/inputs';
import { FeatureParts } from '../components/page-header';

/** The initial password of a new user. */
export function FirstPasswordInput() {
  return <TextInput {...usePassword('user.password_help_create')} required />;
}

/** A new password for a user; left empty, the old one stays. */
export function NewPasswordInput() {
  const isGiven = Boolean(useWatch({ name: 'password' }));
  return (
    <>
      <TextInput {...usePassword('user.password_help_edit')} />
      {isGiven && <FeatureParts of="UserPassword" />}
    </>
  );
}

function usePassword(help: string) {
  const helperText = useTranslate()(help);
  return { source: 'password', type: 'password', autoComplete: 'new-password', helperText };
}
