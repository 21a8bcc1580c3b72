import { DatetimeColumn, ListPage, ReferenceColumn, TextColumn } from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['created_at'];

/** All comments: to search, filter, sort, export and change together. */
export function CommentList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="body" />
      <ReferenceColumn source="article_id" reference="article" />
      <ReferenceColumn source="author_id" reference="user" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
