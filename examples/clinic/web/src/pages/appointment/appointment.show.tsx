import {
  DateDetail,
  DatetimeDetail,
  EmailDetail,
  ReferenceCard,
  ReferenceDetail,
  ShowPage,
  TextDetail,
} from '#ui';

/** The page of one appointment. */
export function AppointmentShow() {
  return (
    <ShowPage
      state="status"
      facts={<Facts />}
      cards={<Cards />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="subject" folded />
      <DateDetail source="booked_on" />
      <DatetimeDetail source="booked_at" />
      <TextDetail source="reminder" />
      <ReferenceDetail source="tenant_id" reference="tenant" folded />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <DatetimeDetail source="starts_at" />
      <ReferenceDetail source="patient_id" reference="patient" />
    </>
  );
}

function Cards() {
  return (
    <>
      <ReferenceCard source="doctor_id" reference="doctor">
        <EmailDetail source="email" />
      </ReferenceCard>
    </>
  );
}
