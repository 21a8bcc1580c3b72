import Alert from '@mui/material/Alert';
import { useRecordContext, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { CreatePage } from '../../components/form/create-page';
import { EditPage } from '../../components/form/edit-page';
import { TextInput } from '../../components/form/inputs';
import { actionsOf } from './methods';
import { MethodsInput } from './methods-input';
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
