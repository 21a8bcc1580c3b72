import { readFileSync, readdirSync, writeFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkSpec } from '../../src/model/check.js';
import type { App } from '../../src/model/model.js';
import type { Tree } from '../../src/plan/plan.js';
import { renderWeb } from '../../src/render/render-web.js';
import type { Templates } from '../../src/render/template.js';
import { parseSpec } from '../../src/spec/parse-spec.js';

const ROOT = join(import.meta.dirname, '../..');

/** The application of a spec text. */
export function appOf(name: string, spec: string): App {
  const { spec: parsed, problems } = parseSpec('spec.yaml', spec);
  const checked = checkSpec(parsed);
  const all = [...problems, ...checked.problems].filter((one) => one.severity !== 'warning');
  if (all.length > 0) throw new Error(JSON.stringify(all, null, 2));
  return { name, database: 'sqlite', web: true, models: checked.models };
}

/** The application of `examples/<name>`. */
export function exampleApp(name: string): App {
  return appOf(name, readFileSync(join(ROOT, 'examples', name, 'models.yaml'), 'utf8'));
}

/** The templates of the back-office, by their path below `templates/`. */
export function webTemplates(): Templates {
  const folder = join(ROOT, 'templates/web');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('/dist'),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [`web${path.slice(folder.length)}`, readFileSync(path, 'utf8')];
    }),
  );
}

/** Writes the back-office of an application below a folder; tells where its `web/` is. */
export function writeWeb(app: App, folder: string): string {
  const tree: Tree = renderWeb(app, webTemplates());
  rmSync(join(folder, 'web/src'), { recursive: true, force: true });
  for (const [path, text] of tree) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return join(folder, 'web');
}
