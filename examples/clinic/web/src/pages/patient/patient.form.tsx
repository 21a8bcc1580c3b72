import {
  BooleanInput,
  Columns,
  CreatePage,
  DateInput,
  EditPage,
  LongTextInput,
  RecordInput,
  RecordsInput,
  Section,
  Side,
  SuggestionInput,
  TextInput,
} from '#ui';

/** The inputs of a patient, in the order of the form. */
export function PatientInputs() {
  return (
    <>
      <Columns>
        <Section>
          <TextInput source="first_name" required />
          <TextInput source="last_name" required />
          <TextInput source="number" required />
          <TextInput source="national_id" />
          <DateInput source="born_on" />
          <SuggestionInput source="risk" required defaultValue="low" />
          <LongTextInput source="diagnosis" />
        </Section>
        <Side>
          <BooleanInput source="insured" required defaultValue={false} />
          <RecordInput source="doctor_id" reference="doctor" />
          <RecordsInput source="tags" reference="tag" />
          <RecordsInput source="relatives" reference="patient" />
          <RecordInput source="tenant_id" reference="tenant" />
        </Side>
      </Columns>
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
