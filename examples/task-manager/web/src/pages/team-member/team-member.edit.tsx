import { EditPage } from '#ui';
import { teamMemberFields } from './team-member.fields';
import { TeamMemberInputs } from './team-member.inputs';

/** The form that changes one team member. */
export function TeamMemberEdit() {
  return (
    <EditPage fields={teamMemberFields}>
      <TeamMemberInputs />
    </EditPage>
  );
}
