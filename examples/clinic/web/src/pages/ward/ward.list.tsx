import { ListPage, ReferenceColumn, TextColumn } from '#ui';
import { wardFields } from './ward.fields';

/** All wards: to search, filter, sort, export and change together. */
export function WardList() {
  return (
    <ListPage fields={wardFields}>
      <TextColumn source="code" />
      <TextColumn source="name" />
      <ReferenceColumn source="parent_id" reference="ward" />
    </ListPage>
  );
}
