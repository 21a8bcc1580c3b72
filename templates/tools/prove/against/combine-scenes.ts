import type { Row, World } from '../naive/naive.js';
import type { CommonModel } from './pair.js';
import type { Aspect, Scene } from './version-facts.js';

/** Rows of one model beyond which not all combinations are made. */
const MOST = 96;
/** Values of one field, and rows to which a reference refers. */
const MOST_VALUES = 8;

/**
 * A scene with more rows: every combination of the values at which the rules of either version look. The rows of a version alone
 * would not show that a rule was replaced, as the fields of the other rule have any values there.
 */
export function combineScenes(scene: Scene, models: readonly CommonModel[]): Scene {
  const world: World = { ...scene.world };
  const done = new Set<string>();
  const add = (model: CommonModel): void => {
    if (done.has(model.name)) return;
    done.add(model.name);
    // References refer to the combinations of their models, so these come first.
    for (const { to } of model.aspects) {
      const target = models.find(({ name }) => name === to);
      if (target) add(target);
    }
    const rows = world[model.name] ?? [];
    world[model.name] = [...rows, ...combinations(model, { ...scene, world }, models)];
  };
  for (const model of models) add(model);
  return { ...scene, world };
}

function combinations(
  model: CommonModel,
  scene: Scene,
  models: readonly CommonModel[],
): readonly Row[] {
  const rows = scene.world[model.name] ?? [];
  const [like] = rows;
  if (!like || model.aspects.length === 0) return [];
  let made: readonly Row[] = [like];
  for (const aspect of model.aspects) {
    const values = valuesOf(aspect, scene, models);
    made = made.flatMap((row) => values.map((value) => ({ ...row, [aspect.field]: value })));
    if (made.length > MOST) {
      const step = Math.ceil(made.length / MOST);
      made = made.filter((_, at) => at % step === 0);
    }
  }
  const last = Math.max(...rows.map(({ id }) => (typeof id === 'number' ? id : 0)));
  const idAt = (at: number) => (typeof like.id === 'number' ? last + 1 + at : `new ${at}`);
  return made.map((row, at) => ({ ...row, id: idAt(at) }));
}

function valuesOf(
  aspect: Aspect,
  scene: Scene,
  models: readonly CommonModel[],
): readonly unknown[] {
  const none = aspect.isRequired ? [] : [null];
  switch (aspect.kind) {
    case 'owner':
    case 'user':
      return [scene.me, scene.other, ...none];
    case 'tenant':
      return [...scene.tenants, ...none];
    case 'value':
      return [...aspect.values.slice(0, MOST_VALUES), ...none];
    case 'row':
      return [...targetsOf(aspect, scene, models), ...none];
  }
}

/** The ids of rows that differ in the fields at which rules look. */
function targetsOf(
  { to }: Aspect,
  { world }: Scene,
  models: readonly CommonModel[],
): readonly Row['id'][] {
  const aspects = models.find(({ name }) => name === to)?.aspects ?? [];
  const kinds = new Map<string, Row['id']>();
  for (const row of world[to!] ?? []) {
    const key = JSON.stringify(aspects.map(({ field }) => row[field] ?? null));
    if (!kinds.has(key)) kinds.set(key, row.id);
  }
  const ids = [...kinds.values()];
  const step = Math.ceil(ids.length / MOST_VALUES);
  return ids.filter((_, at) => at % step === 0);
}
