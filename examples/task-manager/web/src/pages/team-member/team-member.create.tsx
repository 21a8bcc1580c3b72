import { CreatePage } from '#ui';
import { teamMemberFields } from './team-member.fields';
import { TeamMemberInputs } from './team-member.inputs';

/** The form for a new team member. */
export function TeamMemberCreate() {
  return (
    <CreatePage fields={teamMemberFields}>
      <TeamMemberInputs />
    </CreatePage>
  );
}
