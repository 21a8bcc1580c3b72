import { CreatePage, DateInput, EditPage, LongTextInput, RecordInput } from '#ui';

/** The inputs of a diary, in the order of the form. */
export function DiaryInputs() {
  return (
    <>
      <DateInput source="day" required defaultValue="today" />
      <LongTextInput source="text" />
      <RecordInput source="patient_id" reference="patient" fills={{ doctor_id: 'doctor_id' }} />
      <RecordInput source="doctor_id" reference="doctor" />
      <RecordInput source="author_id" reference="user" />
    </>
  );
}

/** The form for a new diary. */
export function DiaryCreate() {
  return (
    <CreatePage>
      <DiaryInputs />
    </CreatePage>
  );
}

/** The form that changes one diary. */
export function DiaryEdit() {
  return (
    <EditPage>
      <DiaryInputs />
    </EditPage>
  );
}
