import { CreatePage, EditPage, RecordInput, TextInput } from '#ui';

/** The inputs of a ward, in the order of the form. */
export function WardInputs() {
  return (
    <>
      <TextInput source="code" required max={12} />
      <TextInput source="name" />
      <RecordInput source="parent_id" reference="ward" />
    </>
  );
}

/** The form for a new ward. */
export function WardCreate() {
  return (
    <CreatePage>
      <WardInputs />
    </CreatePage>
  );
}

/** The form that changes one ward. */
export function WardEdit() {
  return (
    <EditPage>
      <WardInputs />
    </EditPage>
  );
}
