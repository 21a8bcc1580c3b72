import {
  ChoiceInput,
  CreatePage,
  EditPage,
  EmailInput,
  NumberInput,
  RecordInput,
  TextInput,
  UrlInput,
} from '#ui';

/** The inputs of a doctor, in the order of the form. */
export function DoctorInputs() {
  return (
    <>
      <TextInput source="name" required min={2} max={80} />
      <EmailInput source="email" required />
      <UrlInput source="website" />
      <ChoiceInput source="specialty" defaultValue="general" />
      <RecordInput source="user_id" reference="user" />
      <RecordInput source="ward_id" reference="ward" />
      <NumberInput source="salary" min={0} step={0.01} />
    </>
  );
}

/** The form for a new doctor. */
export function DoctorCreate() {
  return (
    <CreatePage>
      <DoctorInputs />
    </CreatePage>
  );
}

/** The form that changes one doctor. */
export function DoctorEdit() {
  return (
    <EditPage>
      <DoctorInputs />
    </EditPage>
  );
}
