import { ReferenceInput, TextInput } from '#ui';

/** What can be filled in of a ward, in the order of the form. */
export function WardInputs() {
  return (
    <>
      <TextInput source="code" required max={12} />
      <TextInput source="name" />
      <ReferenceInput source="parent_id" reference="ward" />
    </>
  );
}
