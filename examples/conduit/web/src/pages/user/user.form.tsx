import {
  ChoiceInput,
  CreatePage,
  EditPage,
  EmailInput,
  FirstPasswordInput,
  KeysInput,
  LongTextInput,
  NewPasswordInput,
  RecordsInput,
  TextInput,
  UrlInput,
} from '#ui';

/** The inputs of a user, in the order of the form. */
export function UserInputs() {
  return (
    <>
      <TextInput source="username" required max={255} />
      <EmailInput source="email" max={255} />
      <TextInput source="first_name" max={255} />
      <TextInput source="last_name" max={255} />
      <KeysInput source="roles" reference="role" keyField="name" />
      <RecordsInput source="tenants" reference="tenant" />
      <ChoiceInput source="status" required defaultValue="Active" />
      <LongTextInput source="bio" />
      <UrlInput source="image" />
    </>
  );
}

/** The form for a new user. */
export function UserCreate() {
  return (
    <CreatePage>
      <UserInputs />
      <FirstPasswordInput />
    </CreatePage>
  );
}

/** The form that changes one user. */
export function UserEdit() {
  return (
    <EditPage>
      <UserInputs />
      <NewPasswordInput />
    </EditPage>
  );
}
