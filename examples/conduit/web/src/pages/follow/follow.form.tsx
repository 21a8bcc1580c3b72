import { CreatePage, EditPage, RecordInput } from '#ui';

/** The inputs of a follow, in the order of the form. */
export function FollowInputs() {
  return (
    <>
      <RecordInput source="follower_id" reference="user" required />
      <RecordInput source="followed_id" reference="user" required />
    </>
  );
}

/** The form for a new follow. */
export function FollowCreate() {
  return (
    <CreatePage>
      <FollowInputs />
    </CreatePage>
  );
}

/** The form that changes one follow. */
export function FollowEdit() {
  return (
    <EditPage>
      <FollowInputs />
    </EditPage>
  );
}
