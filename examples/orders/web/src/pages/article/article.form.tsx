import { CreatePage, EditPage, NumberInput, TextInput } from '#ui';

/** The inputs of an article, in the order of the form. */
export function ArticleInputs() {
  return (
    <>
      <TextInput source="name" required max={120} />
      <NumberInput source="price" required min={0} step={0.01} />
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
