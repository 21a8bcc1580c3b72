import { CreatePage, EditPage, LongTextInput, RecordInput, TextInput } from '#ui';

/** The inputs of a project, in the order of the form. */
export function ProjectInputs() {
  return (
    <>
      <TextInput source="name" required />
      <LongTextInput source="description" />
      <TextInput source="status" defaultValue="active" />
      <RecordInput source="owner_id" reference="team_member" />
    </>
  );
}

/** The form for a new project. */
export function ProjectCreate() {
  return (
    <CreatePage>
      <ProjectInputs />
    </CreatePage>
  );
}

/** The form that changes one project. */
export function ProjectEdit() {
  return (
    <EditPage>
      <ProjectInputs />
    </EditPage>
  );
}
