import { ChoiceInput, TextInput } from '#ui';

/** What can be filled in of a tag, in the order of the form. */
export function TagInputs() {
  return (
    <>
      <TextInput source="name" required max={40} />
      <ChoiceInput source="color" initial="grey" />
    </>
  );
}
