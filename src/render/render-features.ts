import type { Feature } from './features.js';
import { array, raw } from './print/code.js';
import { printCode, printImport } from './print/print-code.js';
import { NOTICE } from './render-registry.js';

/** The path of the service's registry of features. */
export const SERVICE_FEATURES = 'src/features.gen.ts';

/** `src/features.gen.ts`: the features of the service. */
export const serviceFeaturesFile = (features: readonly Feature[]): string =>
  registry(
    features.flatMap(({ service }) => service ?? []),
    "import type { Feature } from '#engine';",
    '/** The parts that this service could do without. */',
    'Feature',
  );

/** `web/src/features.gen.ts`: the features of the back-office. */
export const webFeaturesFile = (features: readonly Feature[]): string =>
  registry(
    features.flatMap(({ web }) => web ?? []),
    "import type { UiFeature } from '#ui';",
    '/** The parts that this back-office could do without, in the order of the menu. */',
    'UiFeature',
  );

function registry(
  parts: readonly { readonly name: string; readonly from: string }[],
  typeImport: string,
  comment: string,
  type: string,
): string {
  return [
    NOTICE,
    typeImport,
    ...parts.map(({ name, from }) => printImport([name], from)),
    '',
    comment,
    printCode(array(parts.map(({ name }) => raw(name))), {
      before: `export const features: readonly ${type}[] = `,
      after: ';',
    }),
    '',
  ].join('\n');
}
