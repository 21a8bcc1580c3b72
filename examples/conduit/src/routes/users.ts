import { z } from 'zod';
import { defineRouter, type SignInAnswer } from '#engine';
import { User } from '../models/user/user.model.js';

const Credentials = z.object({ user: z.object({ email: z.string(), password: z.string() }) });
const NewUser = z.object({
  user: z.object({ username: z.string(), email: z.email(), password: z.string() }),
});
// Forms send an image that somebody has taken away as ''.
const Image = z.url().or(z.literal('').transform(() => null));
const UserChanges = z.object({
  user: NewUser.shape.user
    .extend({ bio: z.string().nullable(), image: Image.nullable() })
    .partial(),
});

/** Signing up and in, for strangers. */
export const users = defineRouter('/users', { auth: 'public' }, (route) => {
  route.post('/', { body: NewUser, status: 201 }, async ({ accounts, body }) =>
    withToken(await accounts.signUp(body.user)),
  );

  route.post('/login', { body: Credentials }, async ({ accounts, system, body }) => {
    const { email, password } = body.user;
    const known = await system(User).findOne({ where: { email } });
    // An unknown address is tried as well, so that it is refused like a wrong password.
    return withToken(await accounts.signIn({ username: known?.username ?? email, password }));
  });
});

/** One's own account. */
export const currentUser = defineRouter('/user', { auth: 'signed-in' }, (route) => {
  route.get('/', async ({ accounts, user }) => withToken(await accounts.openSession(user.id)));

  route.put('/', { body: UserChanges }, async ({ accounts, system, user, body }) => {
    await system(User).update(user.id, body.user);
    // Another password has ended the token that asked.
    return withToken(await accounts.openSession(user.id));
  });
});

const withToken = ({ access_token, user: { email, username, bio, image } }: SignInAnswer) => ({
  user: { email, token: access_token, username, bio, image },
});
