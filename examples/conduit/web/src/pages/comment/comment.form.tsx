import { CreatePage, EditPage, LongTextInput, RecordInput } from '#ui';

/** The inputs of a comment, in the order of the form. */
export function CommentInputs() {
  return (
    <>
      <LongTextInput source="body" required />
      <RecordInput source="article_id" reference="article" required />
      <RecordInput source="author_id" reference="user" required />
    </>
  );
}

/** The form for a new comment. */
export function CommentCreate() {
  return (
    <CreatePage>
      <CommentInputs />
    </CreatePage>
  );
}

/** The form that changes one comment. */
export function CommentEdit() {
  return (
    <EditPage>
      <CommentInputs />
    </EditPage>
  );
}
