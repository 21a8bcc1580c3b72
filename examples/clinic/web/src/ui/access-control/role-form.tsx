import { Alert, Button, FormHelperText } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { CreatePage, EditPage } from '../components/form/form-pages';
import { TextInput } from '../components/form/inputs';
import { useFormInput, type FormInputProps } from '../components/form/use-form-input';
import { RoleAccess } from './role-access';
import { WORD_SETS, methodsOf, wordsOf, type Word } from './role-words';

/** A new role. */
export function RoleCreate() {
  return (
    <CreatePage>
      <RoleInputs />
    </CreatePage>
  );
}

/** Edits what a role may do, with the effect on each model. */
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
  return (
    <>
      <TextInput source="name" required max={255} />
      <TextInput source="description" max={255} />
      <AccessInput source="allowed_methods" defaultValue={NOTHING} />
    </>
  );
}

const NOTHING: readonly string[] = [];

/** What a role may do, in words: the usual sets, and a matrix to click. */
function AccessInput(props: FormInputProps) {
  const translate = useTranslate();
  const role = useWatch({ name: 'name' }) as string | null | undefined;
  const stored = (useRecordContext()?.[props.source] ?? NOTHING) as readonly string[];
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  if (input === null) return null;
  const methods = input.value as readonly string[];
  const choose = (words: readonly Word[]) => input.onChange(methodsOf(words, stored));
  const toggle = (word: Word, allowed: boolean) => {
    const others = wordsOf(methods).filter((one) => one !== word);
    choose(allowed ? [...others, word] : others);
  };
  return (
    <div className="wide">
      <RoleAccess
        role={role ?? ''}
        methods={methods}
        {...(!input.disabled && { onToggle: toggle })}
      >
        {Object.entries(WORD_SETS).map(([name, words]) => (
          <Button
            key={name}
            variant="outlined"
            disabled={input.disabled}
            onClick={() => choose(words)}
          >
            {translate(`role.${name}`)}
          </Button>
        ))}
      </RoleAccess>
      <FormHelperText error={input.error}>{input.helperText}</FormHelperText>
    </div>
  );
}
