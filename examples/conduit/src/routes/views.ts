import { type Crud, type CurrentUser, notFound, type RecordOf } from '#engine';
import { Article } from '../models/article/article.model.js';
import { Favorite } from '../models/favorite/favorite.model.js';
import { Follow } from '../models/follow/follow.model.js';
import type { User } from '../models/user/user.model.js';

/** Who reads: what somebody follows and has favourited is told to nobody else. */
export interface Reader {
  readonly system: Crud;
  readonly user?: CurrentUser;
}

/** Users as a reader sees them, by id. */
export async function profilesOf(users: readonly RecordOf<User>[], { system, user }: Reader) {
  const where = { follower_id: user?.id ?? 0, followed_id: users.map(({ id }) => id) };
  const follows = user ? await system(Follow).find({ where }) : [];
  const followed = new Set(follows.map(({ followed_id }) => followed_id));
  return new Map(
    users.map(({ id, username, bio, image }) => [
      id,
      { username, bio, image, following: followed.has(id) },
    ]),
  );
}

/** What an article is shown with. */
export const SHOWN = ['author', 'tags'] as const;
export type ShownArticle = RecordOf<Article, (typeof SHOWN)[number]>;

/** The article of a slug, or 404. */
export async function articleOf(slug: string, system: Crud): Promise<ShownArticle> {
  const article = await system(Article).findOne({ where: { slug }, relations: SHOWN });
  if (!article) throw notFound('There is no such article.');
  return article;
}

/** Articles as a reader sees them: a few queries, however many there are. */
export async function articleViews(articles: readonly ShownArticle[], reader: Reader) {
  const { system, user } = reader;
  const article_id = articles.map(({ id }) => id);
  const counts = await system(Favorite).groupBy('article_id', { where: { article_id } });
  const own = user ? await system(Favorite).find({ where: { user_id: user.id, article_id } }) : [];
  const favorites = new Map(counts.map((group) => [group.by.article_id, group.count]));
  const favorited = new Set(own.map((favorite) => favorite.article_id));
  const authors = await profilesOf(
    articles.flatMap(({ author }) => author ?? []),
    reader,
  );
  return articles.map(({ id, slug, title, description, body, tags, ...article }) => ({
    slug,
    title,
    description,
    body,
    tagList: tags.map(({ name }) => name).sort(),
    createdAt: article.created_at,
    updatedAt: article.updated_at,
    favorited: favorited.has(id),
    favoritesCount: favorites.get(id) ?? 0,
    author: authors.get(article.author_id),
  }));
}
