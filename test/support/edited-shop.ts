import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copiesOf, readBaseStore } from '../../src/disk/base-store.js';
import { edit, filesOf } from './project-on-disk.js';
import { changeCopies } from './store-of.js';

/*
 * The task manager whose owner has a line in every file, and what they ask of crudgen then.
 */

/** Arguments of `init`: features that new projects lack, so that their files have lines of the owner, too. */
export const MORE_FEATURES: readonly string[] = [
  'fair-reads',
  'replicas',
  'uploads',
  'workers',
].flatMap((name) => ['--with', name]);

/** Commands that change the models, one after the other. */
export const CHANGES: readonly (readonly string[])[] = [
  ['model', 'add', 'Label', 'name:string:required', 'project:ref=Project'],
  [
    ...['model', 'add-field', 'Task', 'code:string:required', 'labels:refs=Label'],
    ...['--backfill', 'none'],
  ],
  ['model', 'rename-field', 'Task', 'title', 'headline'],
  ['endpoint', 'add', 'Task', 'POST', '/:id/archive', '--action', 'edit'],
  ['model', 'rename', 'TeamMember', 'Person'],
  ['model', 'remove-field', 'Task', 'actual_work_hours', '--drop-data'],
];

/** Writes a line of its owner's into every file that can hold one; which line is in which file. */
export function editEverything(project: string): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  edit(project, 'src/models/task/task.model.ts', (text) =>
    text
      .replace(/'([^'"\n]*)'/g, '"$1"')
      .replace(
        /\n}\s*$/,
        '\n\n  isLate(today: string): boolean {\n    return (this.due_date ?? "9") < today;\n  }\n}\n',
      ),
  );
  for (const path of filesOf(project)) {
    if (/\.gen\.|^\.env|package-lock|\/migrations\/|\.svg$/.test(path)) continue;
    const mark = `mine in ${path}`;
    const line = /\.[jt]sx?$/.test(path)
      ? `// ${mark}`
      : /\.md$/.test(path)
        ? mark
        : /\.html$/.test(path)
          ? `<!-- ${mark} -->`
          : /\.json$/.test(path)
            ? null
            : `# ${mark}`;
    if (line === null) continue;
    edit(project, path, (text) => (path.length % 2 ? `${text}${line}\n` : `${line}\n${text}`));
    marks.set(path, line);
  }
  edit(project, 'package.json', (text) =>
    text.replace('"private": true', '"private": true,\n  "homepage": "https://shop.example"'),
  );
  return marks;
}

/** The project as an older crudgen would have left it: files that were otherwise, one more and one less. */
export function makeOlder(project: string): void {
  const old = (path: string, change: (text: string) => string) => {
    edit(project, path, change);
    changeCopies(project, { [path]: change(copies.get(path)!) });
  };
  const copies = copiesOf(readBaseStore(project));
  old('package.json', (text) => text.replace(/"express": "[^"]+"/, '"express": "5.0.0"'));
  old(
    'engine/http/health.ts',
    (text) => `${text}\n/** Gone in the next version. */\nexport const OLD_HEALTH = 1;\n`,
  );
  const legacy = 'engine/http/legacy.ts';
  writeFileSync(join(project, legacy), 'export const legacy = 1;\n');
  rmSync(join(project, '.editorconfig'));
  changeCopies(project, { [legacy]: 'export const legacy = 1;\n', '.editorconfig': null });
}

/** Work goes on in a project that is laid out as now; what an older one refuses is not of this loop. */
export function sayOlder(project: string): void {
  for (const place of ['', '.crudgen/base/'])
    edit(project, `${place}crudgen.json`, (text) =>
      text.replace(/"version": "[^"]+"/, '"version": "0.5.9"'),
    );
}
