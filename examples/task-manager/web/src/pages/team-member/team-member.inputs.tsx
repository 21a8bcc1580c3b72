import { TextInput } from '#ui';

/** What can be filled in of a team member, in the order of the form. */
export function TeamMemberInputs() {
  return (
    <>
      <TextInput source="name" required />
      <TextInput source="email" required />
      <TextInput source="role" initial="member" />
    </>
  );
}
