import {
  ChoiceInput,
  Columns,
  CreatePage,
  EditPage,
  EmailInput,
  FirstPasswordInput,
  KeysInput,
  LongTextInput,
  NewPasswordInput,
  RecordsInput,
  Section,
  Side,
  TextInput,
  UrlInput,
} from '#ui';

/** The inputs of a user, in the order of the form. */
export function UserInputs() {
  return (
    <>
      <Columns>
        <Section>
          <TextInput source="username" required max={255} />
          <TextInput source="first_name" max={255} />
          <TextInput source="last_name" max={255} />
        </Section>
        <Section title="Contact">
          <EmailInput source="email" max={255} />
          <UrlInput source="image" />
        </Section>
        <Section>
          <LongTextInput source="bio" />
        </Section>
        <Side>
          <KeysInput source="roles" reference="role" keyField="name" />
          <RecordsInput source="tenants" reference="tenant" />
          <ChoiceInput source="status" required defaultValue="Active" />
        </Side>
      </Columns>
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
