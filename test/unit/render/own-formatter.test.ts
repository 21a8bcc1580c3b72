import prettier from 'prettier';
import { expect, it } from 'vitest';

const ignorePath = 'templates/service/_prettierignore';
const isIgnored = async (path: string): Promise<boolean> =>
  (await prettier.getFileInfo(path, { ignorePath })).ignored;

it('a formatter with other settings leaves alone what crudgen writes anew each time', async () => {
  for (const path of ['src/models/models.gen.ts', 'web/src/features.gen.ts'])
    expect(await isIgnored(`templates/service/${path}`)).toBe(true);
  expect(await isIgnored('templates/service/src/models/task/task.model.ts')).toBe(false);
});
