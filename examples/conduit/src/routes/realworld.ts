import type { ErrorRequestHandler, RequestHandler } from 'express';
import { HttpProblem, type OwnRouter } from '#engine';
import { articles } from './articles.js';
import { comments } from './comments.js';
import { profiles } from './profiles.js';
import { tags } from './tags.js';
import { currentUser, users } from './users.js';

/** The RealWorld API; `app.ts` serves it at `/api`, before everything else that answers there. */
export const realWorld: readonly OwnRouter[] = [
  users,
  currentUser,
  profiles,
  articles,
  comments,
  tags,
];

/** Its clients say `Token` where others say `Bearer`. */
export const tokenScheme: RequestHandler = ({ headers }, _response, next) => {
  const { authorization } = headers;
  if (authorization) headers.authorization = authorization.replace(/^Token /i, 'Bearer ');
  next();
};

/** What is wrong, in the form of its specification, which knows no 400 and no 409. */
export const realWorldErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof HttpProblem)) return next(error);
  const { status, detail, problems, headers } = error;
  const body = problems.length > 0 ? problems.map(({ message }) => message) : [detail];
  response.status(status === 400 || status === 409 ? 422 : status).set(headers);
  response.json({ errors: { body } });
};
