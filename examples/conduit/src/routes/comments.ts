import { z } from 'zod';
import { defineRouter, forbidden, notFound, type RecordOf } from '#engine';
import { Comment } from '../models/comment/comment.model.js';
import { articleOf, profilesOf, type Reader } from './views.js';

const params = z.object({ slug: z.string() });
const NewComment = z.object({ comment: z.object({ body: z.string() }) });

/** What readers say to an article. */
export const comments = defineRouter('/articles', { auth: 'signed-in' }, (route) => {
  route.get('/:slug/comments', { auth: 'public', params }, async (context) => {
    const { id } = await articleOf(context.params.slug, context.system);
    const found = await context.system(Comment).find({
      where: { article_id: id },
      order: { id: 'desc' },
      relations: ['author'],
    });
    return { comments: await commentViews(found, context) };
  });

  route.post('/:slug/comments', { params, body: NewComment }, async (context) => {
    const { system, user, body } = context;
    const { id: article_id } = await articleOf(context.params.slug, system);
    const values = { ...body.comment, article_id, author_id: user.id };
    const { id } = await system(Comment).create(values);
    const made = await system(Comment).get(id, { relations: ['author'] });
    return { comment: (await commentViews([made], context))[0] };
  });

  route.delete('/:slug/comments/:id', { params }, async (context) => {
    const { system, user } = context;
    const { id: article_id } = await articleOf(context.params.slug, system);
    const comment = await system(Comment).findOne({ where: { id: context.id('id'), article_id } });
    if (!comment) throw notFound('There is no such comment.');
    if (comment.author_id !== user.id) throw forbidden('Somebody else wrote this comment.');
    await system(Comment).remove(comment.id);
  });
});

async function commentViews(found: readonly RecordOf<Comment, 'author'>[], reader: Reader) {
  const authors = await profilesOf(
    found.flatMap(({ author }) => author ?? []),
    reader,
  );
  return found.map(({ id, body, author_id, created_at, updated_at }) => ({
    id,
    body,
    createdAt: created_at,
    updatedAt: updated_at,
    author: authors.get(author_id),
  }));
}
