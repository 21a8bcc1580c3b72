import {
  BooleanInput,
  CreatePage,
  DateInput,
  EditPage,
  LongTextInput,
  RecordInput,
  RecordsInput,
  SuggestionInput,
  TextInput,
} from '#ui';

/** The inputs of a patient, in the order of the form. */
export function PatientInputs() {
  return (
    <>
      <TextInput source="number" required />
      <TextInput source="national_id" />
      <TextInput source="first_name" required />
      <TextInput source="last_name" required />
      <DateInput source="born_on" />
      <BooleanInput source="insured" required defaultValue={false} />
      <SuggestionInput source="risk" required defaultValue="low" />
      <LongTextInput source="diagnosis" />
      <RecordInput source="doctor_id" reference="doctor" />
      <RecordsInput source="tags" reference="tag" />
      <RecordsInput source="relatives" reference="patient" />
      <RecordInput source="tenant_id" reference="tenant" />
    </>
  );
}

/** The form for a new patient. */
export function PatientCreate() {
  return (
    <CreatePage>
      <PatientInputs />
    </CreatePage>
  );
}

/** The form that changes one patient. */
export function PatientEdit() {
  return (
    <EditPage>
      <PatientInputs />
    </EditPage>
  );
}
