import { type ModelPart, PART_KINDS } from '../model/model.js';
import { MODELS_GEN } from '../render/render-registry.js';
import { resolvePath } from './resolve-import.js';

/** The parts of models as a list of models imports them, by class. */
export function listedParts(list: string): ReadonlyMap<string, readonly ModelPart[]> {
  const imports = list.matchAll(/import \{\s*(?:(\w+) as )?(\w+),?\s*\} from '(\.[^']+)'/g);
  const known = new Map(
    [...imports].map(([, own, name = '', from = '']) => {
      const path = resolvePath(MODELS_GEN, from).replace(/\.js$/, '.ts');
      return [name, { name: own ?? name, path }] as const;
    }),
  );
  const entries = list.matchAll(/\{\s*entity: (\w+),?([^}]*)\}/g);
  return new Map([...entries].map(([, model = '', rest = '']) => [model, partsIn(rest, known)]));
}

function partsIn(
  entry: string,
  known: ReadonlyMap<string, Pick<ModelPart, 'name' | 'path'>>,
): ModelPart[] {
  return PART_KINDS.flatMap((kind) => {
    const [, name = ''] = new RegExp(`\\b${kind}: (\\w+)`).exec(entry) ?? [];
    const place = known.get(name);
    return place === undefined ? [] : [{ kind, ...place }];
  });
}
