import {
  ChoiceColumn,
  ChoiceDetail,
  ReferenceColumn,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one tag. */
export function TagShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="name" folded />
      <ChoiceDetail source="color" />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="patients" reference="patient" target="tags" many>
        <TextColumn source="number" />
        <TextColumn source="first_name" />
        <TextColumn source="last_name" />
        <ChoiceColumn source="risk" />
        <ReferenceColumn source="doctor_id" reference="doctor" />
      </RelatedTab>
      <RelatedTab relation="notes" reference="note" target="tags" many>
        <TextColumn source="title" />
        <TextColumn source="slug" />
        <TextColumn source="secret" />
        <ReferenceColumn source="patient_id" reference="patient" />
        <ReferenceColumn source="reply_to_id" reference="note" />
      </RelatedTab>
    </RelatedTabs>
  );
}
