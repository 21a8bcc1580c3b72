import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defineAccess } from '../../model/access-rules.js';
import type { ModelModule } from '../../model/model-module.js';
import { readAllSettings, start } from '../../service/start.js';
import { unlistedRules } from '../../service/unlisted-rules.js';
import { project } from '../fixtures/project.js';

class TeamMember {}
class Task {}

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (path: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), '');
};

const open: ModelModule[] = [{ entity: TeamMember }, { entity: Task }];

describe('a file of access rules that no list names', () => {
  it('is told, so that no service runs more open than its code reads', async () => {
    expect(unlistedRules({ folder, models: open })).toEqual([]);
    put('models/team-member/team-member.access.ts');
    put('models/task/task.routes.ts');
    put('models/task/other.access.ts');
    const [told, ...others] = unlistedRules({ folder, models: open });
    expect(told).toMatch(
      /team-member\.access\.ts has access rules of TeamMember .*: run `crudgen sync`;/,
    );
    expect(others).toEqual([]);
    const listed = { entity: TeamMember, access: defineAccess<TeamMember>({}) } as ModelModule;
    expect(unlistedRules({ folder, models: [listed, { entity: Task }] })).toEqual([]);
  });

  it('is found in a build, too', () => {
    put('models/task/task.access.js');
    expect(unlistedRules({ folder, models: [{ entity: Task }] })).toHaveLength(1);
  });

  it('stops the start', async () => {
    put('models/user/user.access.ts');
    const closed = { ...project, folder, models: [{ entity: project.user }] };
    const { settings, own } = readAllSettings(closed, {
      DATABASE_URL: 'sqlite::memory:',
      AUTH_SECRET: 'a secret that is long enough for everybody',
      PORT: '0',
      LOG_LEVEL: 'silent',
    });
    await expect(start(closed, settings, own)).rejects.toThrow('user.access.ts has access rules');
  });
});
