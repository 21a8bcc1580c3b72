import {
  ChoiceColumn,
  DateColumn,
  EmailColumn,
  NumberColumn,
  ReferenceColumn,
  ReferenceDetail,
  RelatedTab,
  RelatedTabs,
  ShowPage,
  TextColumn,
  TextDetail,
} from '#ui';

/** The page of one ward. */
export function WardShow() {
  return (
    <ShowPage related={<Related />}>
      <TextDetail source="code" folded />
      <TextDetail source="name" />
      <ReferenceDetail source="parent_id" reference="ward" />
    </ShowPage>
  );
}

function Related() {
  return (
    <RelatedTabs>
      <RelatedTab relation="children" reference="ward" target="parent_id">
        <TextColumn source="code" />
        <TextColumn source="name" />
      </RelatedTab>
      <RelatedTab relation="doctors" reference="doctor" target="ward_id">
        <TextColumn source="name" />
        <EmailColumn source="email" />
        <ChoiceColumn source="specialty" />
        <ReferenceColumn source="user_id" reference="user" />
        <NumberColumn source="salary" digits={2} />
      </RelatedTab>
      <RelatedTab relation="devices" reference="devices" target="ward_id">
        <TextColumn source="name" />
        <TextColumn source="serial" />
        <TextColumn source="asset_code" />
        <NumberColumn source="cost" />
        <DateColumn source="bought_on" />
      </RelatedTab>
    </RelatedTabs>
  );
}
