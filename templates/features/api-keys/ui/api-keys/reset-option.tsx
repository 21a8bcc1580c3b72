import { Checkbox, FormControlLabel } from '@mui/material';
import { useTranslate } from 'react-admin';

/** Lets whoever has forgotten a password end their keys with it: `end_api_keys` of the form. */
export function ResetOption() {
  const translate = useTranslate();
  return (
    <FormControlLabel
      control={<Checkbox name="end_api_keys" />}
      label={translate('api-keys.end_with_password')}
    />
  );
}
