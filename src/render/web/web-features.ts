import type { Feature } from '../features.js';
import { array, raw } from '../print/code.js';
import { printCode, printImport } from '../print/print-code.js';
import { NOTICE } from '../render-registry.js';

/** `web/src/features.gen.ts`: what the back-office has beside its models' pages. */
export function webFeaturesFile(features: readonly Feature[]): string {
  const parts = features.flatMap(({ web }) => web ?? []);
  return [
    NOTICE,
    "import type { UiFeature } from '#ui';",
    ...parts.map(({ name, from }) => printImport([name], from)),
    '',
    '/** The parts that this back-office could do without, in the order of the menu. */',
    printCode(array(parts.map(({ name }) => raw(name))), {
      before: 'export const features: readonly UiFeature[] = ',
      after: ';',
    }),
    '',
  ].join('\n');
}
