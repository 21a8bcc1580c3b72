import type { RequestHandler } from 'express';
import type { ErrorForm, OwnRouter } from '#engine';
import { articles } from './articles.js';
import { comments } from './comments.js';
import { profiles } from './profiles.js';
import { tags } from './tags.js';
import { currentUser, users } from './users.js';

/** What is wrong, in the form of its specification, which knows no 400 and no 409. */
const errors: ErrorForm = ({ status, detail, problems }) => ({
  status: status === 400 || status === 409 ? 422 : status,
  body: {
    errors: { body: problems.length > 0 ? problems.map(({ message }) => message) : [detail] },
  },
});

/** The RealWorld API; `app.ts` serves it at `/api`, before everything else that answers there. */
export const realWorld: readonly OwnRouter[] = [
  users,
  currentUser,
  profiles,
  articles,
  comments,
  tags,
].map((router) => ({ ...router, errors }));

/** Its clients say `Token` where others say `Bearer`. */
export const tokenScheme: RequestHandler = ({ headers }, _response, next) => {
  const { authorization } = headers;
  if (authorization) headers.authorization = authorization.replace(/^Token /i, 'Bearer ');
  next();
};
