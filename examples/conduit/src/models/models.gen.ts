// Written by crudgen and rewritten with every change of the models: edits are lost.
import { modelModule, type ModelModule } from '#engine';
import { articleAccess } from './article/article.access.js';
import { Article } from './article/article.model.js';
import { articleRoutes } from './article/article.routes.js';
import { articleHooks } from './article/article.hooks.js';
import { commentAccess } from './comment/comment.access.js';
import { Comment } from './comment/comment.model.js';
import { commentRoutes } from './comment/comment.routes.js';
import { favoriteAccess } from './favorite/favorite.access.js';
import { Favorite } from './favorite/favorite.model.js';
import { favoriteRoutes } from './favorite/favorite.routes.js';
import { followAccess } from './follow/follow.access.js';
import { Follow } from './follow/follow.model.js';
import { followRoutes } from './follow/follow.routes.js';
import { tagAccess } from './tag/tag.access.js';
import { Tag } from './tag/tag.model.js';
import { tagRoutes } from './tag/tag.routes.js';
import { userAccess } from './user/user.access.js';
import { User } from './user/user.model.js';
import { userRoutes } from './user/user.routes.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [
  modelModule({
    entity: Article,
    access: articleAccess,
    routes: articleRoutes,
    hooks: articleHooks,
  }),
  modelModule({ entity: Comment, access: commentAccess, routes: commentRoutes }),
  modelModule({ entity: Favorite, access: favoriteAccess, routes: favoriteRoutes }),
  modelModule({ entity: Follow, access: followAccess, routes: followRoutes }),
  modelModule({ entity: Tag, access: tagAccess, routes: tagRoutes }),
  modelModule({ entity: User, access: userAccess, routes: userRoutes }),
];
