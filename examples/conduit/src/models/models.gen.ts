// Written by crudgen and rewritten with every change of the models: edits are lost.
import { modelModule, type ModelModule } from '#engine';
import { articleAccess } from './article/article.access.js';
import { Article } from './article/article.model.js';
import { articleHooks } from './article/article.hooks.js';
import { Comment } from './comment/comment.model.js';
import { Favorite } from './favorite/favorite.model.js';
import { Follow } from './follow/follow.model.js';
import { Tag } from './tag/tag.model.js';
import { userAccess } from './user/user.access.js';
import { User } from './user/user.model.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [
  modelModule({ entity: Article, access: articleAccess, hooks: articleHooks }),
  modelModule({ entity: Comment }),
  modelModule({ entity: Favorite }),
  modelModule({ entity: Follow }),
  modelModule({ entity: Tag }),
  modelModule({ entity: User, access: userAccess }),
];
