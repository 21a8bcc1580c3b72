import { ListPage, TextColumn } from '#ui';

/** All tags: to search, filter, sort, export and change together. */
export function TagList() {
  return (
    <ListPage>
      <TextColumn source="name" />
    </ListPage>
  );
}
