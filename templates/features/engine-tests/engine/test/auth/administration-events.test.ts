import { expect, it } from 'vitest';
import { withAdministrationEvents } from '../../auth/administration-events.js';
import type { SecurityEvent } from '../../auth/security-events.js';
import { User } from '../fixtures/user.model.js';

it('a change of a user is told although the roles that they have now cannot be read', async () => {
  const told: Pick<SecurityEvent, 'kind' | 'userId' | 'facts'>[] = [];
  const [model] = withAdministrationEvents([{ entity: User }], User, (event) => {
    told.push(event);
  });
  const event = {
    operation: 'create',
    before: null,
    after: { id: 7, username: 'ann' },
    user: { id: 1 },
    system: () => ({ findOne: () => Promise.reject(new Error('the database is busy')) }),
  };
  const afterCommit = model!.hooks!.afterCommit as (event: object) => Promise<void>;
  await expect(afterCommit(event)).rejects.toThrow('the database is busy');
  expect(told).toMatchObject([{ kind: 'user-created', userId: 7, facts: { username: 'ann' } }]);
});
