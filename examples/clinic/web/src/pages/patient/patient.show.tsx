import {
  BooleanDetail,
  ChoiceColumn,
  ChoiceDetail,
  DateColumn,
  DateDetail,
  DatetimeColumn,
  DatetimeDetail,
  Details,
  EmailDetail,
  LongTextDetail,
  NumberColumn,
  ReferenceCard,
  ReferenceColumn,
  ReferenceDetail,
  ReferencesDetail,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one patient. */
export function PatientShow() {
  return (
    <ShowPage
      texts={<Texts />}
      cards={<Cards />}
      related={<Related />}
      stamps={{ created: 'created_at', updated: 'updated_at' }}
    >
      <TextDetail source="number" />
      <TextDetail source="national_id" />
      <TextDetail source="first_name" folded />
      <TextDetail source="last_name" folded />
      <DateDetail source="born_on" />
      <BooleanDetail source="insured" />
      <ChoiceDetail source="risk" />
      <ReferencesDetail source="tags" reference="tag" />
      <ReferencesDetail source="relatives" reference="patient" />
      <ReferenceDetail source="tenant_id" reference="tenant" folded />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="diagnosis" />
    </Details>
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

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab
        relation="appointments"
        reference="appointment"
        target="patient_id"
        sort={{ field: 'starts_at', order: 'ASC' }}
      >
        <TextColumn source="subject" />
        <DatetimeColumn source="starts_at" />
        <DateColumn source="booked_on" />
        <ChoiceColumn source="status" />
        <ReferenceColumn source="doctor_id" reference="doctor" />
      </RelatedTab>
      <RelatedTab relation="notes" reference="note" target="patient_id">
        <TextColumn source="title" />
        <TextColumn source="slug" />
        <TextColumn source="secret" />
        <ReferenceColumn source="reply_to_id" reference="note" />
        <ReferenceColumn source="created_by_id" reference="user" />
      </RelatedTab>
      <RelatedTab relation="diaries" reference="diaries" target="patient_id">
        <DateColumn source="day" />
        <TextColumn source="text" />
        <ReferenceColumn source="doctor_id" reference="doctor" />
        <ReferenceColumn source="author_id" reference="user" />
      </RelatedTab>
      <RelatedTab relation="invoices" reference="invoices" target="patient_id">
        <TextColumn source="number" />
        <TextColumn source="customer" />
        <NumberColumn source="total" digits={2} />
        <NumberColumn source="margin" />
      </RelatedTab>
      <RelatedTab relation="relative_of" reference="patient" target="relatives" many>
        <TextColumn source="number" />
        <TextColumn source="first_name" />
        <TextColumn source="last_name" />
        <ChoiceColumn source="risk" />
        <ReferenceColumn source="doctor_id" reference="doctor" />
      </RelatedTab>
    </RelatedTabs>
  );
}
