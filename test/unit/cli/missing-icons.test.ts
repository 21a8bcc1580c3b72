import { describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { useProject } from './project.js';

const PAGE = 'web/src/pages/desk.tsx';
const project = useProject('task-manager');

/** Runs `doctor`; gives its warnings of icons. */
async function missing() {
  const before = project.said().length;
  await doctor(project.context());
  const said = project.said().slice(before);
  return said.filter(({ code }) => code === 'missing-icon');
}

describe('doctor, in a project with the folder of icons', () => {
  it('names an import of an icon that the folder lacks, and the two ways to get it', async () => {
    project.write(
      PAGE,
      "import Add from '@mui/icons-material/Add';\nimport Anchor from '@mui/icons-material/Anchor';\nexport const icons = [Add, Anchor];\n",
    );
    const [found, ...more] = await missing();
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      severity: 'warning',
      message: `${PAGE}:2 imports \`@mui/icons-material/Anchor\`, but there is no ui/icons/Anchor.js`,
    });
    const [, major] = /"version": "(\d+)/.exec(project.read('ui/icons/package.json'))!;
    expect(found!.help).toContain(`npm install --save-dev @mui/icons-material@${major}`);
    expect(found!.help).toContain('ui/icons/README.md');
  });

  it('says nothing of an icon that the developer has drawn', async () => {
    project.write(PAGE, "export { default } from '@mui/icons-material/Anchor';\n");
    project.write('ui/icons/Anchor.js', project.read('ui/icons/Add.js'));
    expect(await missing()).toEqual([]);
  });

  it('names an import of the whole package, whose icons the folder has by name only', async () => {
    project.write(PAGE, "export { Add } from '@mui/icons-material';\n");
    expect(await missing()).toMatchObject([
      {
        message: `${PAGE}:1 imports icons from \`@mui/icons-material\`, but ui/icons exports each by its name only`,
        help: expect.stringContaining('@mui/icons-material/<name>'),
      },
    ]);
  });

  it('knows the type of an icon', async () => {
    project.write(
      PAGE,
      "import type { SvgIconComponent } from '@mui/icons-material';\nexport type Icon = SvgIconComponent;\n",
    );
    expect(await missing()).toEqual([]);
  });
});

it('doctor says nothing of icons in a project with the whole package', async () => {
  project.write(PAGE, "export { default } from '@mui/icons-material/Anchor';\n");
  project.edit('package.json', (text) => text.replace('"file:ui/icons"', '"^9.5.0"'));
  expect(await missing()).toEqual([]);
});
