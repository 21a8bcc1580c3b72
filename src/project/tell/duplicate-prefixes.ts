import { readRouters } from '../../code/read-routers.js';
import type { App } from '../../model/model.js';
import { type Problem, problem } from '../../problem.js';
import type { Tree } from '../../tree.js';

/** Routers under the prefix of a model, with which the service would refuse to start. */
export function duplicatePrefixes(
  files: Tree,
  { models }: Pick<App, 'models'>,
): readonly Problem[] {
  return readRouters(files).flatMap(({ file, prefix }) => {
    const model = models.find((one) => one.prefix === `/${prefix.split('/')[1] ?? ''}`);
    if (model === undefined) return [];
    return problem(
      'duplicate-prefix',
      `the router in ${file} and the model ${model.name} have the same prefix \`${model.prefix}\``,
      `change one of the prefixes: \`defineRouter('/other', ...)\`, or a \`prefix\` of the model; endpoints of ${model.name} itself go into \`defineRoutes\``,
    );
  });
}
