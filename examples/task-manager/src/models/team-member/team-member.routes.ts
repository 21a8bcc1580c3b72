import { defineRoutes } from '#engine';
import { TeamMember } from './team-member.model.js';

/** Custom endpoints of team members; they take precedence over `/{id}`. */
export const teamMemberRoutes = defineRoutes(TeamMember, () => {
  // `crudgen endpoint add TeamMember POST /:id/archive --action edit` writes the first one.
});
