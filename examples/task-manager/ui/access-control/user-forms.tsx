import { CreatePage, EditPage } from '../components/form/form-pages';
import { ChoiceInput, EmailInput, TextInput } from '../components/form/inputs';
import { KeysInput, RecordsInput } from '../components/form/own-inputs';
import { FirstPasswordInput, NewPasswordInput } from './password-inputs';

/** A new user, with a first password. */
export function UserCreate() {
  return (
    <CreatePage>
      <UserInputs />
      <FirstPasswordInput />
    </CreatePage>
  );
}

/** A user's profile, roles and tenants; a password is set only when one is given. */
export function UserEdit() {
  return (
    <EditPage>
      <UserInputs />
      <NewPasswordInput />
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
      <RecordsInput source="tenants" reference="tenant" />
      <ChoiceInput source="status" required defaultValue="Active" />
    </>
  );
}
