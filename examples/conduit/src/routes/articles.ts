import { z } from 'zod';
import { type Crud, type CurrentUser, defineRouter, forbidden, type Where, whereOf } from '#engine';
import { Article } from '../models/article/article.model.js';
import { Favorite } from '../models/favorite/favorite.model.js';
import { drop, ensure } from './pairs.js';
import { tagIds } from './tags.js';
import { articleOf, articleViews, type Reader, SHOWN, type ShownArticle } from './views.js';

const params = z.object({ slug: z.string() });
const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
});
const Filters = Page.extend({
  tag: z.string().optional(),
  author: z.string().optional(),
  favorited: z.string().optional(),
});
const Content = z.object({ title: z.string(), description: z.string(), body: z.string() });
const NewArticle = z.object({
  article: Content.extend({ tagList: z.string().array().default([]) }),
});
const ArticleChanges = z.object({ article: Content.partial() });

/** Articles for everybody to read, and for who has signed in to write. */
export const articles = defineRouter('/articles', { auth: 'signed-in' }, (route) => {
  route.get('/', { auth: 'public', query: Filters }, (context) =>
    listed(matching(context.query), context.query, context),
  );

  route.get('/feed', { query: Page }, (context) =>
    listed(byFollowed(context.user), context.query, context),
  );

  route.post('/', { body: NewArticle, status: 201 }, async (context) => {
    const { tagList, ...content } = context.body.article;
    const { id } = await context.transaction(async ({ system }) => {
      const tags = await tagIds(tagList, system);
      return system(Article).create({ ...content, tags, author_id: context.user.id });
    });
    return shown(await context.system(Article).get(id, { relations: SHOWN }), context);
  });

  route.get('/:slug', { auth: 'public', params }, async (context) =>
    shown(await articleOf(context.params.slug, context.system), context),
  );

  route.put('/:slug', { params, body: ArticleChanges }, async (context) => {
    const { id } = await ownArticle(context.params.slug, context);
    await context.system(Article).update(id, context.body.article);
    return shown(await context.system(Article).get(id, { relations: SHOWN }), context);
  });

  route.delete('/:slug', { params }, async (context) => {
    const { id } = await ownArticle(context.params.slug, context);
    await context.system(Article).remove(id);
  });

  route.post('/:slug/favorite', { params }, async (context) => {
    const { system, user } = context;
    const article = await articleOf(context.params.slug, system);
    await ensure(system(Favorite), { user_id: user.id, article_id: article.id });
    return shown(article, context);
  });

  route.delete('/:slug/favorite', { params }, async (context) => {
    const { system, user } = context;
    const article = await articleOf(context.params.slug, system);
    await drop(system(Favorite), { user_id: user.id, article_id: article.id });
    return shown(article, context);
  });
});

const where = whereOf<Article>();

const matching = ({ tag, author, favorited }: z.output<typeof Filters>): Where =>
  where.and(
    tag ? where.linked('tags', (one) => one.eq('name', tag)) : where.all,
    author ? where.parent('author', (one) => one.eq('username', author)) : where.all,
    favorited
      ? where.children('favorites', (favorite) =>
          favorite.parent('user', (one) => one.eq('username', favorited)),
        )
      : where.all,
  );

const byFollowed = ({ id }: CurrentUser): Where =>
  where.parent('author', (author) =>
    author.children('followers', (follow) => follow.eq('follower_id', id)),
  );

/** A page, newest first; what an article says is left to its own page. */
async function listed(where: Where, page: z.output<typeof Page>, reader: Reader) {
  const { limit, offset } = page;
  const records = reader.system(Article);
  const order = { created_at: 'desc', id: 'desc' } as const;
  const found = await records.find({ where, order, limit, offset, relations: SHOWN });
  const views = await articleViews(found, reader);
  return {
    articles: views.map(({ body: _, ...view }) => view),
    articlesCount: await records.count({ where }),
  };
}

const shown = async (article: ShownArticle, reader: Reader) => ({
  article: (await articleViews([article], reader))[0],
});

/** The article of a slug for who wrote it; 403 for others. */
async function ownArticle(
  slug: string,
  { system, user }: { readonly system: Crud; readonly user: CurrentUser },
): Promise<ShownArticle> {
  const article = await articleOf(slug, system);
  if (article.author_id !== user.id) throw forbidden('Somebody else wrote this article.');
  return article;
}
