import {
  DatetimeDetail,
  LongTextDetail,
  ReferenceColumn,
  ReferenceDetail,
  ReferencesDetail,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one note. */
export function NoteShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="title" />
      <LongTextDetail source="body" />
      <TextDetail source="slug" />
      <TextDetail source="secret" />
      <ReferenceDetail source="patient_id" reference="patient" />
      <ReferenceDetail source="reply_to_id" reference="note" />
      <ReferencesDetail source="tags" reference="tag" />
      <ReferencesDetail source="shared_with" reference="user" />
      <ReferenceDetail source="created_by_id" reference="user" />
      <ReferenceDetail source="tenant_id" reference="tenant" />
      <DatetimeDetail source="created_at" />
      <DatetimeDetail source="updated_at" />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="replies" reference="note" target="reply_to_id">
        <TextColumn source="title" />
        <TextColumn source="slug" />
        <TextColumn source="secret" />
        <ReferenceColumn source="patient_id" reference="patient" />
        <ReferenceColumn source="created_by_id" reference="user" />
      </RelatedTab>
    </RelatedTabs>
  );
}
