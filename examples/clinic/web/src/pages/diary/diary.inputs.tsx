import { DateInput, LongTextInput, ReferenceInput } from '#ui';

/** What can be filled in of a diary, in the order of the form. */
export function DiaryInputs() {
  return (
    <>
      <DateInput source="day" />
      <LongTextInput source="text" />
      <ReferenceInput source="patient_id" reference="patient" />
      <ReferenceInput source="doctor_id" reference="doctor" />
      <ReferenceInput source="author_id" reference="user" />
    </>
  );
}
