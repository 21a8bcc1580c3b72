import { ReferenceDetail, ShowPage } from '#ui';

/** The page of one favorite. */
export function FavoriteShow() {
  return (
    <ShowPage>
      <ReferenceDetail source="user_id" reference="user" />
      <ReferenceDetail source="article_id" reference="article" />
    </ShowPage>
  );
}
