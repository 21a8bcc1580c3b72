import { DatetimeColumn, ListPage, NumberColumn, TextColumn } from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = ['created_at'];

/** All articles: to search, filter, sort, export and change together. */
export function ArticleList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="name" />
      <NumberColumn source="price" digits={2} />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
