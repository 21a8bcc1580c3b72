import { featuresIn } from '../../src/render/features.js';
import { renderPackage } from '../../src/render/render-package.js';
import { appOf, templates } from '../golden/example.js';

/** Every package of a project that has all features, with its version. */
export function allPackages(): Readonly<Record<string, string>> {
  const features = featuresIn(templates()).map(({ name }) => name);
  const text = renderPackage({ ...appOf('orders'), features }, templates());
  const { dependencies, devDependencies } = JSON.parse(text) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  return { ...dependencies, ...devDependencies };
}
