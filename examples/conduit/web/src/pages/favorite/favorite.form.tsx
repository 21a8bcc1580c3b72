import { CreatePage, EditPage, RecordInput } from '#ui';

/** The inputs of a favorite, in the order of the form. */
export function FavoriteInputs() {
  return (
    <>
      <RecordInput source="user_id" reference="user" required />
      <RecordInput source="article_id" reference="article" required />
    </>
  );
}

/** The form for a new favorite. */
export function FavoriteCreate() {
  return (
    <CreatePage>
      <FavoriteInputs />
    </CreatePage>
  );
}

/** The form that changes one favorite. */
export function FavoriteEdit() {
  return (
    <EditPage>
      <FavoriteInputs />
    </EditPage>
  );
}
