import {
  ChoiceInput,
  CreatePage,
  DateInput,
  DatetimeInput,
  EditPage,
  ReferenceInput,
  TextInput,
  TimeInput,
} from '#ui';

/** What can be filled in of an appointment, in the order of the form. */
export function AppointmentInputs() {
  return (
    <>
      <TextInput source="subject" />
      <DatetimeInput source="starts_at" required />
      <DateInput source="booked_on" />
      <DatetimeInput source="booked_at" />
      <TimeInput source="reminder" initial="07:30:00" />
      <ChoiceInput source="status" required initial="booked" />
      <ReferenceInput source="patient_id" reference="patient" required />
      <ReferenceInput source="doctor_id" reference="doctor" required />
      <ReferenceInput source="tenant_id" reference="tenant" />
    </>
  );
}

/** The form for a new appointment. */
export function AppointmentCreate() {
  return (
    <CreatePage>
      <AppointmentInputs />
    </CreatePage>
  );
}

/** The form that changes one appointment. */
export function AppointmentEdit() {
  return (
    <EditPage>
      <AppointmentInputs />
    </EditPage>
  );
}
