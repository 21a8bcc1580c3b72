import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MODELS = 'src/models';

/** The files of one model, relative to the project. */
export interface ModelFiles {
  readonly entity: string;
  /** Null if the model has no access file. */
  readonly access: string | null;
}

/** The files of the models that `models.gen.ts` lists, by the names of their classes. */
export function modelFiles(root: string): ReadonlyMap<string, ModelFiles> {
  const list = join(root, MODELS, 'models.gen.ts');
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
  const files = new Map<string, string>();
  for (const [, names = '', path = ''] of text.matchAll(/import \{([^}]+)\} from '\.\/(.+)\.js'/g))
    for (const name of names.split(',')) files.set(name.trim(), `${MODELS}/${path}.ts`);
  const entries = [...text.matchAll(/entity:\s*(\w+)(?:,\s*access:\s*(\w+))?/g)];
  return new Map(
    entries.flatMap(([, entity = '', access = '']) => {
      const file = files.get(entity);
      return file ? [[entity, { entity: file, access: files.get(access) ?? null }] as const] : [];
    }),
  );
}

/** The test files that may notice a mutant of a model: the model's own files first, then others that import it, then the rest. */
export function filesByReach(
  root: string,
  model: ModelFiles | undefined,
  tests: readonly string[],
): readonly (readonly string[])[] {
  if (!model) return [tests];
  const folder = join(root, dirname(model.entity));
  const own = tests.filter((path) => dirname(path) === folder);
  const names = [model.entity, model.access].flatMap((path) =>
    path ? [basename(path, '.ts')] : [],
  );
  const importing = tests.filter((path) => {
    const text = readFileSync(path, 'utf8');
    return !own.includes(path) && names.some((name) => text.includes(`/${name}.js'`));
  });
  const others = tests.filter((path) => !own.includes(path) && !importing.includes(path));
  return [own, importing, others];
}
