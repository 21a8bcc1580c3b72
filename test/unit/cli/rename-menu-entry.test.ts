import { expect, it } from 'vitest';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { useProject } from './project.js';

const RESOURCES = 'web/src/pages/resources.ts';
const project = useProject('task-manager');

const entry = (model: string) =>
  new RegExp(`\\{[^{}]*model: ['"]${model}['"],[^{}]*\\}`).exec(project.read(RESOURCES))?.[0] ??
  null;
const rename = () => renameWholeModel(project.context(), 'Project', 'Venture', {});

it('the menu entry of a renamed model keeps the label and the icon of its developer', async () => {
  project.edit(RESOURCES, (text) =>
    text
      .replace("label: 'Project |||| Projects'", "label: 'Undertaking |||| Undertakings'")
      .replaceAll(/Folder\w*Icon/g, 'KeyOutlinedIcon')
      .replace(/icons-material\/Folder\w*/, 'icons-material/KeyOutlined'),
  );
  expect(project.read(RESOURCES)).toContain('icon: KeyOutlinedIcon');
  expect(await rename()).toBe(0);
  expect(entry('Project')).toBeNull();
  expect(entry('Venture')).toBe(`{
    name: 'venture',
    model: 'Venture',
    label: 'Undertaking |||| Undertakings',
    icon: KeyOutlinedIcon,
    load: definition(() => import('./venture/venture.resource'), 'ventureResource'),
  }`);
  expect(project.read(RESOURCES)).toContain("from '@mui/icons-material/KeyOutlined'");
});

it('with colours of its values and a comment, too', async () => {
  const own = [
    "label: 'Undertaking |||| Undertakings', // As in the contracts.",
    "    tones: { stage: { lost: 'grey' } },",
  ].join('\n');
  project.edit(RESOURCES, (text) => text.replace("label: 'Project |||| Projects',", own));
  expect(await rename()).toBe(0);
  expect(project.read(RESOURCES)).not.toContain("'Project'");
  expect(project.read(RESOURCES)).toContain(
    `    name: 'venture',\n    model: 'Venture',\n    ${own}`,
  );
});

it('what its developer only formatted is no choice', async () => {
  project.edit(RESOURCES, (text) =>
    text.replaceAll("'", '"').replace('icon: FolderOutlinedIcon', 'icon: TaskOutlinedIcon'),
  );
  expect(await rename()).toBe(0);
  expect(entry('Project')).toBeNull();
  expect(project.read(RESOURCES)).toContain('label: "Venture |||| Ventures"');
  expect(project.read(RESOURCES)).toContain('icon: TaskOutlinedIcon');
});

it('the menu entry of a renamed model is renamed, too', async () => {
  expect(await rename()).toBe(0);
  expect(entry('Project')).toBeNull();
  expect(entry('Venture')).toContain("label: 'Venture |||| Ventures'");
});
