import { ChoiceInput, CreatePage, EditPage, TextInput } from '#ui';

/** The inputs of a tag, in the order of the form. */
export function TagInputs() {
  return (
    <>
      <TextInput source="name" required max={40} />
      <ChoiceInput source="color" defaultValue="grey" />
    </>
  );
}

/** The form for a new tag. */
export function TagCreate() {
  return (
    <CreatePage>
      <TagInputs />
    </CreatePage>
  );
}

/** The form that changes one tag. */
export function TagEdit() {
  return (
    <EditPage>
      <TagInputs />
    </EditPage>
  );
}
