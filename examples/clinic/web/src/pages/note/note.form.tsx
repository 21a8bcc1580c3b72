import {
  CreatePage,
  EditPage,
  LongTextInput,
  ReferenceInput,
  ReferencesInput,
  TextInput,
} from '#ui';

/** What can be filled in of a note, in the order of the form. */
export function NoteInputs() {
  return (
    <>
      <TextInput source="title" required />
      <LongTextInput source="body" />
      <TextInput source="slug" max={60} />
      <TextInput source="secret" />
      <ReferenceInput source="patient_id" reference="patient" />
      <ReferenceInput source="reply_to_id" reference="note" />
      <ReferencesInput source="tags" reference="tag" />
      <ReferencesInput source="shared_with" reference="user" />
      <ReferenceInput source="created_by_id" reference="user" />
      <ReferenceInput source="tenant_id" reference="tenant" />
    </>
  );
}

/** The form for a new note. */
export function NoteCreate() {
  return (
    <CreatePage>
      <NoteInputs />
    </CreatePage>
  );
}

/** The form that changes one note. */
export function NoteEdit() {
  return (
    <EditPage>
      <NoteInputs />
    </EditPage>
  );
}
