import { CreatePage, EditPage, TextInput } from '#ui';

/** The inputs of a team member, in the order of the form. */
export function TeamMemberInputs() {
  return (
    <>
      <TextInput source="name" required />
      <TextInput source="email" required />
      <TextInput source="role" defaultValue="member" />
    </>
  );
}

/** The form for a new team member. */
export function TeamMemberCreate() {
  return (
    <CreatePage>
      <TeamMemberInputs />
    </CreatePage>
  );
}

/** The form that changes one team member. */
export function TeamMemberEdit() {
  return (
    <EditPage>
      <TeamMemberInputs />
    </EditPage>
  );
}
