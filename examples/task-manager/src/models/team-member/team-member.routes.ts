import { defineRoutes } from '#engine';
import { TeamMember } from './team-member.model.js';

/** Endpoints of team members beside the generated ones; they win over `/{id}`. */
export const teamMemberRoutes = defineRoutes(TeamMember, () => {
  // `crudgen endpoint add TeamMember POST /:id/archive --action edit` writes the first one.
});
