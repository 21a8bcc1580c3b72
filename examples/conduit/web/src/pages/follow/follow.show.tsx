import { ReferenceDetail, ShowPage } from '#ui';

/** One follow with everything that is known of it. */
export function FollowShow() {
  return (
    <ShowPage>
      <ReferenceDetail source="follower_id" reference="user" />
      <ReferenceDetail source="followed_id" reference="user" />
    </ShowPage>
  );
}
