import { ReferenceDetail, ShowPage } from '#ui';

/** The page of one favorite. */
export function FavoriteShow() {
  return (
    <ShowPage facts={<Facts />}>
      <ReferenceDetail source="user_id" reference="user" />
    </ShowPage>
  );
}

function Facts() {
  return (
    <>
      <ReferenceDetail source="article_id" reference="article" />
    </>
  );
}
