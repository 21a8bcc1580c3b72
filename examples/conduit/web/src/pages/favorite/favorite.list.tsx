import { ListPage, ReferenceColumn } from '#ui';

/** All favorites: to search, filter, sort, export and change together. */
export function FavoriteList() {
  return (
    <ListPage searchable={false}>
      <ReferenceColumn source="user_id" reference="user" />
      <ReferenceColumn source="article_id" reference="article" />
    </ListPage>
  );
}
