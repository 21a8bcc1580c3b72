import {
  BooleanInput,
  CreatePage,
  DateInput,
  EditPage,
  LongTextInput,
  ReferenceInput,
  ReferencesInput,
  SuggestionInput,
  TextInput,
} from '#ui';

/** What can be filled in of a patient, in the order of the form. */
export function PatientInputs() {
  return (
    <>
      <TextInput source="number" required />
      <TextInput source="national_id" />
      <TextInput source="first_name" required />
      <TextInput source="last_name" required />
      <DateInput source="born_on" />
      <BooleanInput source="insured" required initial={false} />
      <SuggestionInput source="risk" required initial="low" />
      <LongTextInput source="diagnosis" />
      <ReferenceInput source="doctor_id" reference="doctor" />
      <ReferencesInput source="tags" reference="tag" />
      <ReferencesInput source="relatives" reference="patient" />
      <ReferenceInput source="tenant_id" reference="tenant" />
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
