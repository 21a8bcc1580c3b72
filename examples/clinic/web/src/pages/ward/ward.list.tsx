import { ListPage, ReferenceColumn, TextColumn } from '#ui';

/** All wards: to search, filter, sort, export and change together. */
export function WardList() {
  return (
    <ListPage>
      <TextColumn source="code" />
      <TextColumn source="name" />
      <ReferenceColumn source="parent_id" reference="ward" />
    </ListPage>
  );
}
