import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Project } from './project.js';

/**
 * Files of access rules beside models that the list of models does not name, so that nothing would obey them: a service does
 * not start with them, rather than be more open than its code reads.
 */
export function unlistedRules({ folder, models }: Pick<Project, 'folder' | 'models'>): string[] {
  const open = new Map(
    models.filter((model) => !model.access).map((model) => [plain(model.entity.name), model]),
  );
  const place = join(folder, 'models');
  if (open.size === 0 || !existsSync(place)) return [];
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const [, name = ''] = RULES.exec(basename(path)) ?? [];
    const model = open.get(plain(name));
    if (model === undefined) return [];
    const file = relative(process.cwd(), join(place, path));
    return [
      `${file} has access rules of ${model.entity.name} that src/models/models.gen.ts does not list: run \`crudgen sync\`; ` +
        'if only the build has the file, delete `dist` and build again',
    ];
  });
}

const RULES = /^([\w-]+)\.access\.[jt]s$/;

/** What the name of a class and that of its files have in common: `teammember`. */
const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
