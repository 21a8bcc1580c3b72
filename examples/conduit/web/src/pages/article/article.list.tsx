import { DatetimeColumn, ListPage, ReferenceColumn, ReferencesColumn, TextColumn } from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['body', 'tags', 'created_at'];

/** All articles: to search, filter, sort, export and change together. */
export function ArticleList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="slug" />
      <TextColumn source="title" />
      <TextColumn source="description" />
      <TextColumn source="body" />
      <ReferenceColumn source="author_id" reference="user" />
      <ReferencesColumn source="tags" reference="tag" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
