import type { Model } from '../model/model.js';
import { namesOf } from './model-names.js';

/** What `<x>.routes.ts` shows. */
export interface RoutesView {
  readonly class: string;
  readonly file: string;
  readonly many: string;
  /** `export const taskRoutes = defineRoutes(Task, () => {`, on three lines where it is too long for one. */
  readonly open: string;
  readonly margin: string;
  readonly close: string;
}

/** A model's endpoints beside the generated ones: none yet. */
export function viewRoutes(model: Model): RoutesView {
  const { class: name, file, many, routes } = namesOf(model);
  const start = `export const ${routes} = defineRoutes(`;
  const oneLine = `${start}${name}, () => {`;
  const long = oneLine.length > 100;
  return {
    class: name,
    file,
    many,
    open: long ? `${start}\n  ${name},\n  () => {` : oneLine,
    margin: long ? '  ' : '',
    close: long ? '  },\n);' : '});',
  };
}
