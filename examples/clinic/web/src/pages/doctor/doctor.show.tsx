import {
  ChoiceColumn,
  ChoiceDetail,
  DateColumn,
  DatetimeColumn,
  DatetimeDetail,
  EmailDetail,
  NumberDetail,
  ReferenceColumn,
  ReferenceDetail,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
  UrlDetail,
} from '#ui';

/** The page of one doctor. */
export function DoctorShow() {
  return (
    <ShowPage
      facts={<Facts />}
      related={<Related />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="name" folded />
      <UrlDetail source="website" />
      <ChoiceDetail source="specialty" />
      <ReferenceDetail source="user_id" reference="user" />
      <NumberDetail source="salary" digits={2} />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <ReferenceDetail source="ward_id" reference="ward" />
      <EmailDetail source="email" />
    </>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="patients" reference="patient" target="doctor_id">
        <TextColumn source="number" />
        <TextColumn source="national_id" />
        <TextColumn source="first_name" />
        <TextColumn source="last_name" />
        <ChoiceColumn source="risk" />
      </RelatedTab>
      <RelatedTab
        relation="appointments"
        reference="appointment"
        target="doctor_id"
        sort={{ field: 'starts_at', order: 'ASC' }}
      >
        <TextColumn source="subject" />
        <DatetimeColumn source="starts_at" />
        <DateColumn source="booked_on" />
        <ChoiceColumn source="status" />
        <ReferenceColumn source="patient_id" reference="patient" />
      </RelatedTab>
      <RelatedTab relation="diaries" reference="diaries" target="doctor_id">
        <DateColumn source="day" />
        <TextColumn source="text" />
        <ReferenceColumn source="patient_id" reference="patient" />
        <ReferenceColumn source="author_id" reference="user" />
      </RelatedTab>
    </RelatedTabs>
  );
}
