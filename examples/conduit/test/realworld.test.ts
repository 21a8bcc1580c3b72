import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, startConduit, type Conduit, type Member } from './conduit.js';

let conduit: Conduit;
let ann: Member;
let bob: Member;
beforeAll(async () => {
  conduit = await startConduit();
  ann = await signUp(conduit, 'ann');
  bob = await signUp(conduit, 'bob');
});
afterAll(() => conduit.stop());

const DRAGONS = {
  title: 'How to tame a dragon',
  description: 'A beginning',
  body: 'With patience.',
  tagList: ['taming', 'dragons'],
};

/** An article of Ann's; gives its slug. */
async function written(changes: object = {}): Promise<string> {
  const answer = await ann.send('POST', '/articles', { article: { ...DRAGONS, ...changes } });
  expect(answer.status).toBe(201);
  return answer.body.article.slug;
}

describe('users', () => {
  it('sign in by their address, and are told nothing when they fail', async () => {
    const login = (email: string, password: string) =>
      conduit.send('POST', '/users/login', { user: { email, password } });
    const { body } = await login('ann@example.com', 'ann has a password');
    expect(body.user).toEqual({
      email: 'ann@example.com',
      token: expect.any(String),
      username: 'ann',
      bio: null,
      image: null,
    });
    const wrong = await login('ann@example.com', 'bob has a password');
    const unknown = await login('eve@example.com', 'ann has a password');
    expect(wrong.status).toBe(401);
    expect(unknown).toEqual(wrong);
    expect(wrong.body).toEqual({ errors: { body: ['The name or the password is wrong.'] } });
  });

  it('have a name and an address that nobody else has', async () => {
    const answer = async (username: string, email: string) =>
      conduit.send('POST', '/users', { user: { username, email, password: 'long enough' } });
    expect((await answer('ANN', 'other@example.com')).status).toBe(422);
    const { status, body } = await answer('other', 'ann@example.com');
    expect(status).toBe(422);
    expect(body.errors.body).toEqual(['There is already a user with this email.']);
    expect((await answer('other', 'no address')).status).toBe(422);
  });

  it('change themselves; a new password ends the tokens of the old one', async () => {
    const eve = await signUp(conduit, 'eve');
    const changes = { bio: 'Walks', image: 'https://example.com/eve.png', password: 'a new one' };
    const { body } = await eve.send('PUT', '/user', { user: changes });
    expect(body.user).toMatchObject({ username: 'eve', bio: 'Walks', image: changes.image });
    expect((await eve.send('GET', '/user')).status).toBe(401);
    const again = await conduit.send('GET', '/user', undefined, body.user.token);
    expect(again.body.user.bio).toBe('Walks');
    const taken = await conduit.send('PUT', '/user', { user: { image: '' } }, body.user.token);
    expect(taken.body.user).toMatchObject({ bio: 'Walks', image: null });
    expect((await conduit.send('GET', '/user')).status).toBe(401);
  });

  it('set nothing but what the specification gives them', async () => {
    const mallory = await signUp(conduit, 'mallory', { roles: ['Admin'], status: 'Inactive' });
    await mallory.send('PUT', '/user', { user: { roles: ['Admin'] } });
    expect((await mallory.send('GET', '/article')).status).toBe(403);
    expect((await mallory.send('GET', '/user')).status).toBe(200);
  });
});

describe('profiles', () => {
  it('are for everybody; whom somebody follows is for them', async () => {
    const following = async (reader: Member | Conduit) =>
      (await reader.send('GET', '/profiles/ann')).body.profile.following;
    await bob.send('POST', '/profiles/ann/follow');
    const twice = await bob.send('POST', '/profiles/ann/follow');
    expect(twice.body.profile).toEqual({
      username: 'ann',
      bio: null,
      image: null,
      following: true,
    });
    expect(await Promise.all([bob, ann, conduit].map(following))).toEqual([true, false, false]);
    await bob.send('DELETE', '/profiles/ann/follow');
    expect(await following(bob)).toBe(false);
    expect((await conduit.send('GET', '/profiles/nobody')).status).toBe(404);
  });
});

describe('articles', () => {
  it('are read by everybody and changed by their author', async () => {
    const slug = await written();
    const { body } = await conduit.send('GET', `/articles/${slug}`);
    expect(body.article).toMatchObject({
      slug: 'how-to-tame-a-dragon',
      body: 'With patience.',
      tagList: ['dragons', 'taming'],
      favorited: false,
      favoritesCount: 0,
      author: { username: 'ann', following: false },
    });
    const change = { article: { title: 'Crème brûlée, at last!' } };
    expect((await bob.send('PUT', `/articles/${slug}`, change)).status).toBe(403);
    expect((await conduit.send('PUT', `/articles/${slug}`, change)).status).toBe(401);
    const changed = await ann.send('PUT', `/articles/${slug}`, change);
    expect(changed.body.article).toMatchObject({
      slug: 'creme-brulee-at-last',
      description: 'A beginning',
    });
    expect((await conduit.send('GET', `/articles/${slug}`)).status).toBe(404);
    const now = '/articles/creme-brulee-at-last';
    expect((await bob.send('DELETE', now)).status).toBe(403);
    expect((await ann.send('DELETE', now)).status).toBe(204);
    expect((await ann.send('DELETE', now)).status).toBe(404);
  });

  it('keep their slug until the title changes, and share none', async () => {
    const [one, two] = [await written({ title: 'Twice' }), await written({ title: 'Twice' })];
    expect(one).toBe('twice');
    expect(two).toMatch(/^twice-[0-9a-f]{8}$/);
    const article = { title: 'Twice', body: 'Again.' };
    const { body } = await ann.send('PUT', `/articles/${two}`, { article });
    expect(body.article).toMatchObject({ slug: two, body: 'Again.' });
  });

  it('say what is missing', async () => {
    const { status, body } = await ann.send('POST', '/articles', { article: { title: 'Alone' } });
    expect(status).toBe(422);
    expect(body.errors.body).toHaveLength(2);
    expect((await conduit.send('GET', '/articles?limit=none')).status).toBe(422);
  });

  it('are found by tag, author and favourite, in pages, the newest first', async () => {
    const slugs = [];
    for (const title of ['First', 'Second', 'Third'])
      slugs.push(await written({ title, tagList: ['counting'] }));
    await bob.send('POST', `/articles/${slugs[1]}/favorite`);
    const found = async (query: string) => {
      const { body } = await bob.send('GET', `/articles?${query}`);
      return [body.articlesCount, body.articles.map(({ title }: { title: string }) => title)];
    };
    expect(await found('tag=counting')).toEqual([3, ['Third', 'Second', 'First']]);
    expect(await found('tag=counting&limit=1&offset=1')).toEqual([3, ['Second']]);
    expect(await found('tag=counting&author=bob')).toEqual([0, []]);
    expect(await found('author=ann&favorited=bob')).toEqual([1, ['Second']]);
    expect((await conduit.send('GET', '/tags')).body.tags).toContain('counting');
  });

  it('are in the feed of those who follow their author', async () => {
    const cid = await signUp(conduit, 'cid');
    const slug = await written({ title: 'For my readers' });
    const feed = async () => (await cid.send('GET', '/articles/feed?limit=1')).body;
    expect(await feed()).toEqual({ articles: [], articlesCount: 0 });
    await cid.send('POST', '/profiles/ann/follow');
    const { articles } = await feed();
    expect(articles).toMatchObject([{ slug, author: { username: 'ann', following: true } }]);
    expect(articles[0]).not.toHaveProperty('body');
    expect((await conduit.send('GET', '/articles/feed')).status).toBe(401);
  });

  it('are favourited once by each', async () => {
    const at = `/articles/${await written({ title: 'Dear to many' })}/favorite`;
    await ann.send('POST', at);
    await Promise.all([bob.send('POST', at), bob.send('POST', at)]);
    const left = await ann.send('DELETE', at);
    expect(left.body.article).toMatchObject({ favorited: false, favoritesCount: 1 });
    const twice = await bob.send('POST', at);
    expect(twice.body.article).toMatchObject({ favorited: true, favoritesCount: 1 });
  });
});

describe('comments', () => {
  it('are read by everybody, and deleted by who wrote them, in their own article', async () => {
    const at = `/articles/${await written({ title: 'Spoken of' })}/comments`;
    const elsewhere = `/articles/${await written({ title: 'Silent' })}/comments`;
    const { body } = await bob.send('POST', at, { comment: { body: 'Thank you!' } });
    expect(body.comment).toMatchObject({ body: 'Thank you!', author: { username: 'bob' } });
    expect((await conduit.send('GET', at)).body.comments).toEqual([body.comment]);
    expect((await conduit.send('POST', at, { comment: { body: 'I, too' } })).status).toBe(401);
    expect((await ann.send('DELETE', `${at}/${body.comment.id}`)).status).toBe(403);
    expect((await bob.send('DELETE', `${elsewhere}/${body.comment.id}`)).status).toBe(404);
    expect((await bob.send('DELETE', `${at}/${body.comment.id}`)).status).toBe(204);
    expect((await conduit.send('GET', at)).body.comments).toEqual([]);
  });
});

describe('the rest of the service', () => {
  it('is beside the RealWorld API, for those with a role', async () => {
    await written({ title: 'Seen by an editor' });
    const admin = await conduit.service.as('Admin');
    const { body } = await admin.get('/article?title=Seen by an editor');
    expect(body).toMatchObject([{ slug: 'seen-by-an-editor' }]);
    expect((await admin.get('/user?username=ann')).body).toMatchObject([{ username: 'ann' }]);
    expect((await conduit.service.anonymous.get('/article')).status).toBe(401);
  });
});
