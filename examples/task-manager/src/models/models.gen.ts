// Written by crudgen and rewritten with every change of the models: edits are lost.
import { modelModule, type ModelModule } from '#engine';
import { Project } from './project/project.model.js';
import { Task } from './task/task.model.js';
import { taskRoutes } from './task/task.routes.js';
import { TeamMember } from './team-member/team-member.model.js';
import { userAccess } from './user/user.access.js';
import { User } from './user/user.model.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [
  modelModule({ entity: Project }),
  modelModule({ entity: Task, routes: taskRoutes }),
  modelModule({ entity: TeamMember }),
  modelModule({ entity: User, access: userAccess }),
];
