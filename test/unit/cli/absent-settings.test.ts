import { describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addFeature, dropFeature } from '../../../src/cli/commands/features.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { useProject } from './project.js';

const project = useProject('task-manager');

const said = () => project.said().filter(({ code }) => code === 'absent-setting');
const WORKERS = {
  message:
    '`WORKERS` in .env is for the feature `workers`, which this project does not have: the service does not start until you remove it',
  help: 'add the feature with crudgen add workers, or remove it from .env',
  severity: 'warning',
};

describe('a setting in .env of a feature that the project does not have', () => {
  it('is told when the feature is dropped, and not before', async () => {
    project.write('.env', 'WORKERS=2\n');
    expect(await addFeature(project.context(), ['workers'])).toBe(0);
    await doctor(project.context());
    expect(said()).toEqual([]);
    expect(await dropFeature(project.context(), ['workers'], {})).toBe(0);
    expect(said()).toMatchObject([WORKERS]);
  });

  it.each([
    ['doctor', doctor],
    ['upgrade', upgrade],
  ])('is told by %s, one line for each feature, without its value', async (_, command) => {
    project.write(
      '.env',
      'MAIL_URL=smtp://user:s3cret@host\nexport MAIL_FROM="a@b.c"\nWORKERS=2\n',
    );
    await command(project.context());
    expect(said()).toMatchObject([
      {
        message: expect.stringContaining(
          '`MAIL_URL`, `MAIL_FROM` in .env are for the feature `mail`',
        ),
      },
      WORKERS,
    ]);
    expect(JSON.stringify(project.said())).not.toContain('s3cret');
  });

  it('is none where it is empty, a comment, meant for other programs, or read by settings of the project', async () => {
    project.write('.env', 'MAIL_URL=\n#WORKERS=2\nOTEL_SERVICE_NAME=app\nJOBS=own\n');
    project.edit('src/settings.ts', (text) =>
      text.replace(
        '    publicUrl: read(',
        "    jobs: read('JOBS', '', String),\n    publicUrl: read(",
      ),
    );
    expect(project.read('src/settings.ts')).toContain("read('JOBS'");
    await doctor(project.context());
    expect(said()).toEqual([]);
  });
});

describe('a setting of an earlier version in .env', () => {
  it.each([
    ['doctor', doctor],
    ['upgrade', upgrade],
  ])('is told by %s, and stops nothing', async (_, command) => {
    project.write('.env', 'FAST_EXPRESS=0\n');
    expect(await command(project.context())).toBe(0);
    expect(project.said().filter(({ code }) => code === 'gone-setting')).toMatchObject([
      {
        message: '`FAST_EXPRESS` in .env has no effect: the speed-ups of Express are always on',
        help: 'remove it from .env',
        severity: 'warning',
      },
    ]);
  });
});
