import {
  Columns,
  CreatePage,
  EditPage,
  LongTextInput,
  RecordInput,
  RecordsInput,
  Section,
  Side,
  TextInput,
} from '#ui';

/** The inputs of a note, in the order of the form. */
export function NoteInputs() {
  return (
    <>
      <Columns>
        <Section>
          <TextInput source="title" required />
          <TextInput source="slug" max={60} />
          <TextInput source="secret" />
          <LongTextInput source="body" />
        </Section>
        <Side>
          <RecordInput source="patient_id" reference="patient" />
          <RecordInput source="reply_to_id" reference="note" fills={{ patient_id: 'patient_id' }} />
          <RecordsInput source="tags" reference="tag" />
          <RecordsInput source="shared_with" reference="user" />
          <RecordInput source="created_by_id" reference="user" />
          <RecordInput source="tenant_id" reference="tenant" />
        </Side>
      </Columns>
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
