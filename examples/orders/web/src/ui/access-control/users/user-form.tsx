import { useTranslate } from 'react-admin';
import { CreatePage } from '../../components/form/create-page';
import { EditPage } from '../../components/form/edit-page';
import { ChoiceInput, EmailInput, ReferencesInput, TextInput } from '../../components/form/inputs';
import { KeysInput } from '../../components/form/suggestion-input';

/** A new user, with a first password. */
export function UserCreate() {
  const translate = useTranslate();
  return (
    <CreatePage>
      <UserInputs />
      <TextInput
        source="password"
        type="password"
        required
        min={8}
        help={translate('user.password_help_create')}
      />
    </CreatePage>
  );
}

/** A user's profile, roles and tenants; a password is set only when one is given. */
export function UserEdit() {
  const translate = useTranslate();
  return (
    <EditPage>
      <UserInputs />
      <TextInput
        source="password"
        type="password"
        min={8}
        help={translate('user.password_help_edit')}
      />
    </EditPage>
  );
}

function UserInputs() {
  return (
    <>
      <TextInput source="username" required max={255} />
      <EmailInput source="email" max={255} />
      <TextInput source="first_name" max={255} />
      <TextInput source="last_name" max={255} />
      <KeysInput source="roles" reference="role" keyField="name" />
      <ReferencesInput source="tenants" reference="tenant" />
      <ChoiceInput source="status" required initial="Active" />
    </>
  );
}
