import {
  ChoiceInput,
  Columns,
  CreatePage,
  DateInput,
  DatetimeInput,
  EditPage,
  RecordInput,
  Section,
  Side,
  TextInput,
  TimeInput,
} from '#ui';

/** The inputs of an appointment, in the order of the form. */
export function AppointmentInputs() {
  return (
    <>
      <Columns>
        <Section>
          <TextInput source="subject" />
          <RecordInput
            source="patient_id"
            reference="patient"
            required
            fills={{ doctor_id: 'doctor_id' }}
          />
          <RecordInput source="doctor_id" reference="doctor" required />
        </Section>
        <Section title="Dates">
          <DatetimeInput source="starts_at" required />
          <DateInput source="booked_on" defaultValue="today" />
          <DatetimeInput source="booked_at" defaultValue="now" />
          <TimeInput source="reminder" defaultValue="07:30:00" />
        </Section>
        <Side>
          <ChoiceInput source="status" required defaultValue="booked" />
          <RecordInput source="tenant_id" reference="tenant" />
        </Side>
      </Columns>
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
