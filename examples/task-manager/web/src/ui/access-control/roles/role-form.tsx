import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useRecordContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { CreatePage } from '../../components/form/create-page';
import { EditPage } from '../../components/form/edit-page';
import { TextInput } from '../../components/form/inputs';
import type { InputProps } from '../../components/form/use-form-input';
import { useFormInput } from '../../components/form/use-form-input';
import { PermissionMatrix } from './permission-matrix';

/** A new role. */
export function RoleCreate() {
  return (
    <CreatePage>
      <RoleInputs />
    </CreatePage>
  );
}

/** A role's methods, with what follows from them for each model. */
export function RoleEdit() {
  return (
    <EditPage>
      <PresetNote />
      <RoleInputs />
    </EditPage>
  );
}

function PresetNote() {
  const translate = useTranslate();
  const isPreset = useRecordContext()?.['is_preset'] === true;
  if (!isPreset) return null;
  return (
    <Alert severity="info" className="wide">
      {translate('role.preset_help')}
    </Alert>
  );
}

function RoleInputs() {
  const name = useWatch({ name: 'name' }) as string | undefined;
  const methods = useWatch({ name: 'allowed_methods' }) as string[] | undefined;
  return (
    <>
      <TextInput source="name" required max={255} />
      <TextInput source="description" max={255} />
      <MethodsInput source="allowed_methods" />
      <div className="wide">
        <PermissionMatrix role={name ?? ''} actions={actionsOf(methods ?? [])} />
      </div>
    </>
  );
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The sets that the service knows by name. */
const METHOD_SETS = {
  read: ['GET', 'HEAD', 'OPTIONS'],
  write: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'],
  all: [...METHODS],
} as const satisfies Record<string, readonly string[]>;

/** What methods allow, as the service computes it. */
export function actionsOf(methods: readonly string[]): string[] {
  const has = (method: string) => methods.includes(method);
  return [
    ...(has('GET') ? ['list', 'show', 'field'] : []),
    ...(has('POST') ? ['create', 'clone'] : []),
    ...(has('PUT') || has('PATCH') ? ['edit'] : []),
    ...(has('DELETE') ? ['delete'] : []),
  ];
}

/** A grid of HTTP methods, with the usual sets one click away. */
function MethodsInput(props: InputProps) {
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
