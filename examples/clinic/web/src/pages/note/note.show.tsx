import {
  DatetimeDetail,
  Details,
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
    <ShowPage
      facts={<Facts />}
      texts={<Texts />}
      related={<Related />}
      stamps={{ created: 'created_at', updated: 'updated_at', by: 'created_by_id' }}
    >
      <TextDetail source="title" folded />
      <TextDetail source="slug" />
      <TextDetail source="secret" />
      <ReferenceDetail source="reply_to_id" reference="note" />
      <ReferencesDetail source="tags" reference="tag" />
      <ReferencesDetail source="shared_with" reference="user" />
      <ReferenceDetail source="created_by_id" reference="user" />
      <ReferenceDetail source="tenant_id" reference="tenant" folded />
      <DatetimeDetail source="created_at" folded />
      <DatetimeDetail source="updated_at" folded />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <ReferenceDetail source="patient_id" reference="patient" />
    </>
  );
}

function Texts() {
  return (
    <Details>
      <LongTextDetail source="body" />
    </Details>
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
