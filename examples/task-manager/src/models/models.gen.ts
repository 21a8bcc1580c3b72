// Written by crudgen and rewritten with every change of the models: edits are lost.
import { modelModule, type ModelModule } from '#engine';
import { projectAccess } from './project/project.access.js';
import { Project } from './project/project.model.js';
import { projectRoutes } from './project/project.routes.js';
import { taskAccess } from './task/task.access.js';
import { Task } from './task/task.model.js';
import { taskRoutes } from './task/task.routes.js';
import { teamMemberAccess } from './team-member/team-member.access.js';
import { TeamMember } from './team-member/team-member.model.js';
import { teamMemberRoutes } from './team-member/team-member.routes.js';
import { userAccess } from './user/user.access.js';
import { User } from './user/user.model.js';
import { userRoutes } from './user/user.routes.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [
  modelModule({ entity: Project, access: projectAccess, routes: projectRoutes }),
  modelModule({ entity: Task, access: taskAccess, routes: taskRoutes }),
  modelModule({ entity: TeamMember, access: teamMemberAccess, routes: teamMemberRoutes }),
  modelModule({ entity: User, access: userAccess, routes: userRoutes }),
];
