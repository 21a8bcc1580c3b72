import type { AppResource } from '#ui';
import { projectResource } from './project/project.resource';
import { taskResource } from './task/task.resource';
import { teamMemberResource } from './team-member/team-member.resource';

/** Every model of this application. */
export const resources: readonly AppResource[] = [
  projectResource,
  taskResource,
  teamMemberResource,
];
