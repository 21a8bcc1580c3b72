import { ListPage, ReferenceColumn } from '#ui';

/** All follows: to search, filter, sort, export and change together. */
export function FollowList() {
  return (
    <ListPage searchable={false}>
      <ReferenceColumn source="follower_id" reference="user" />
      <ReferenceColumn source="followed_id" reference="user" />
    </ListPage>
  );
}
