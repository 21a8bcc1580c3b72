import { CreatePage, EditPage, LongTextInput, RecordInput, RecordsInput, TextInput } from '#ui';

/** The inputs of an article, in the order of the form. */
export function ArticleInputs() {
  return (
    <>
      <TextInput source="slug" />
      <TextInput source="title" required max={200} />
      <TextInput source="description" required />
      <LongTextInput source="body" required />
      <RecordInput source="author_id" reference="user" required />
      <RecordsInput source="tags" reference="tag" />
    </>
  );
}

/** The form for a new article. */
export function ArticleCreate() {
  return (
    <CreatePage>
      <ArticleInputs />
    </CreatePage>
  );
}

/** The form that changes one article. */
export function ArticleEdit() {
  return (
    <EditPage>
      <ArticleInputs />
    </EditPage>
  );
}
