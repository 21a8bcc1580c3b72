import {
  ChoiceDetail,
  DateDetail,
  DatetimeDetail,
  ReferenceDetail,
  ShowPage,
  TextDetail,
} from '#ui';

/** The page of one appointment. */
export function AppointmentShow() {
  return (
    <ShowPage>
      <TextDetail source="subject" />
      <DatetimeDetail source="starts_at" />
      <DateDetail source="booked_on" />
      <DatetimeDetail source="booked_at" />
      <TextDetail source="reminder" />
      <ChoiceDetail source="status" />
      <ReferenceDetail source="patient_id" reference="patient" />
      <ReferenceDetail source="doctor_id" reference="doctor" />
      <ReferenceDetail source="tenant_id" reference="tenant" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}
