import type { Feature } from './features.js';
import { array, raw } from './print/code.js';
import { printCode, printImport } from './print/print-code.js';
import { NOTICE } from './render-registry.js';

/** Where the list of what a service has beside its models stands. */
export const SERVICE_FEATURES = 'src/features.gen.ts';

/** `src/features.gen.ts`: what the service has beside its models. */
export function serviceFeaturesFile(features: readonly Feature[]): string {
  const parts = features.flatMap(({ service }) => service ?? []);
  return [
    NOTICE,
    "import type { Feature } from '#engine';",
    ...parts.map(({ name, from }) => printImport([name], from)),
    '',
    '/** The parts that this service could do without. */',
    printCode(array(parts.map(({ name }) => raw(name))), {
      before: 'export const features: readonly Feature[] = ',
      after: ';',
    }),
    '',
  ].join('\n');
}
