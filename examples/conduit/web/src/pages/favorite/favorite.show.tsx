import { ReferenceDetail, ShowPage } from '#ui';

/** One favorite with everything that is known of it. */
export function FavoriteShow() {
  return (
    <ShowPage>
      <ReferenceDetail source="user_id" reference="user" />
      <ReferenceDetail source="article_id" reference="article" />
    </ShowPage>
  );
}
