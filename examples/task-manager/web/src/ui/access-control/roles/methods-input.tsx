import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useTranslate } from 'react-admin';
import type { InputProps } from '../../components/form/use-form-input';
import { useFormInput } from '../../components/form/use-form-input';
import { METHODS, METHOD_SETS } from './methods';

/** A grid of HTTP methods, with the usual sets one click away. */
export function MethodsInput(props: InputProps) {
  const translate = useTranslate();
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  if (input === null) return null;
  const chosen = input.value as string[];
  const choose = (methods: readonly string[]) =>
    input.onChange(METHODS.filter((method) => methods.includes(method)));
  const toggle = (method: string, on: boolean) =>
    choose(on ? [...chosen, method] : chosen.filter((one) => one !== method));
  return (
    <FormControl
      component="fieldset"
      className="wide"
      error={input.error}
      disabled={input.disabled}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <FormLabel component="legend" sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>
          {translate('role.methods')}
        </FormLabel>
        {Object.entries(METHOD_SETS).map(([name, methods]) => (
          <Button
            key={name}
            variant="outlined"
            disabled={input.disabled}
            onClick={() => choose(methods)}
          >
            {translate(`role.${name}`)}
          </Button>
        ))}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))' }}>
        {METHODS.map((method) => (
          <FormControlLabel
            key={method}
            label={method}
            control={
              <Checkbox
                checked={chosen.includes(method)}
                onChange={(_, on) => toggle(method, on)}
                onBlur={input.onBlur}
              />
            }
          />
        ))}
      </Box>
      <FormHelperText>{input.helperText ?? translate('role.methods_help')}</FormHelperText>
    </FormControl>
  );
}
