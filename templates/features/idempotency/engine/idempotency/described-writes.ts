import { textSchema } from '../docs/field-schema.js';
import { errors, ref, type DescribedWrites, type Operation } from '../docs/openapi-types.js';
import { HEADER } from './request-key.js';

/** The parts of `/openapi.json` about writes that take an `Idempotency-Key`. */
export const describedWrites: DescribedWrites = {
  parameters: {
    [HEADER]: {
      name: HEADER,
      in: 'header',
      description:
        'A request is carried out once, however often it is sent with this key. Later answers show the same records in their state at that time.',
      schema: textSchema(255, { minLength: 1, pattern: '^[ -~]+$' }),
    },
  },
  describe: (paths) =>
    mapped(paths, (operations) =>
      mapped(operations, (operation, method) => (method === 'get' ? operation : keyed(operation))),
    ),
};

const keyed = (operation: Operation): Operation => ({
  ...operation,
  parameters: [
    ...((operation['parameters'] as readonly unknown[] | undefined) ?? []),
    ref('parameters', HEADER),
  ],
  responses: { ...operation.responses, ...errors(409, 422) },
});

const mapped = <T>(
  values: Readonly<Record<string, T>>,
  change: (value: T, name: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
