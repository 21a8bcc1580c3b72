import { ReferenceDetail, ShowPage } from '#ui';

/** The page of one follow. */
export function FollowShow() {
  return (
    <ShowPage>
      <ReferenceDetail source="follower_id" reference="user" />
      <ReferenceDetail source="followed_id" reference="user" />
    </ShowPage>
  );
}
