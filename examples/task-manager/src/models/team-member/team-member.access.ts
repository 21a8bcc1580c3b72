import { defineAccess } from '#engine';
import type { TeamMember } from './team-member.model.js';

/** Who may do what with team members, which rows they see, which fields they read and write. */
export const teamMemberAccess = defineAccess<TeamMember>({});
