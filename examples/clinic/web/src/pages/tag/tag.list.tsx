import { ChoiceColumn, ListPage, TextColumn } from '#ui';
import { tagFields } from './tag.fields';

/** All tags: to search, filter, sort, export and change together. */
export function TagList() {
  return (
    <ListPage fields={tagFields}>
      <TextColumn source="name" />
      <ChoiceColumn source="color" />
    </ListPage>
  );
}
