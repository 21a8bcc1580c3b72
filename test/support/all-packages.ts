import { featuresIn } from '../../src/render/features.js';
import { renderPackage } from '../../src/render/render-package.js';
import { appOf, templates } from '../golden/example.js';

/** Every package of a project that has all features, with its version; that of a folder is in the folder. */
export function allPackages(): Readonly<Record<string, string>> {
  const features = featuresIn(templates()).map(({ name }) => name);
  const text = renderPackage({ ...appOf('orders'), features }, templates());
  const { dependencies, devDependencies } = JSON.parse(text) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const all = Object.entries({ ...dependencies, ...devDependencies });
  return Object.fromEntries(all.map(([name, version]) => [name, versionOf(version)]));
}

const FOLDER = 'file:';

function versionOf(version: string): string {
  if (!version.startsWith(FOLDER)) return version;
  const manifest = templates().get(`features/admin/${version.slice(FOLDER.length)}/package.json`);
  return (JSON.parse(manifest!) as { version: string }).version;
}
