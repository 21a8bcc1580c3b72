import {
  ChoiceColumn,
  DateColumn,
  DatetimeColumn,
  ListPage,
  ReferenceColumn,
  TextColumn,
} from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['booked_at', 'reminder', 'tenant_id', 'created_at', 'updated_at'];

/** All appointments: to search, filter, sort, export and change together. */
export function AppointmentList() {
  return (
    <ListPage hidden={HIDDEN} upcoming="starts_at">
      <TextColumn source="subject" />
      <DatetimeColumn source="starts_at" />
      <DateColumn source="booked_on" />
      <DatetimeColumn source="booked_at" />
      <TextColumn source="reminder" />
      <ChoiceColumn source="status" />
      <ReferenceColumn source="patient_id" reference="patient" />
      <ReferenceColumn source="doctor_id" reference="doctor" />
      <ReferenceColumn source="tenant_id" reference="tenant" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
