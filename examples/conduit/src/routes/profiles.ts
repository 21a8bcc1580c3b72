import { z } from 'zod';
import { type Crud, defineRouter, notFound, type RecordOf } from '#engine';
import { Follow } from '../models/follow/follow.model.js';
import { User } from '../models/user/user.model.js';
import { drop, ensure } from './pairs.js';
import { profilesOf, type Reader } from './views.js';

const params = z.object({ username: z.string() });

/** Who writes here, and whom one follows. */
export const profiles = defineRouter('/profiles', { auth: 'signed-in' }, (route) => {
  route.get('/:username', { auth: 'public', params }, async (context) =>
    shown(await userNamed(context.params.username, context.system), context),
  );

  route.post('/:username/follow', { params }, async (context) => {
    const { system, user } = context;
    const followed = await userNamed(context.params.username, system);
    await ensure(system(Follow), { follower_id: user.id, followed_id: followed.id });
    return shown(followed, context);
  });

  route.delete('/:username/follow', { params }, async (context) => {
    const { system, user } = context;
    const followed = await userNamed(context.params.username, system);
    await drop(system(Follow), { follower_id: user.id, followed_id: followed.id });
    return shown(followed, context);
  });
});

async function userNamed(username: string, system: Crud): Promise<RecordOf<User>> {
  const user = await system(User).findOne({ where: { username } });
  if (!user) throw notFound('There is nobody of this name.');
  return user;
}

const shown = async (user: RecordOf<User>, reader: Reader) => ({
  profile: (await profilesOf([user], reader)).get(user.id),
});
