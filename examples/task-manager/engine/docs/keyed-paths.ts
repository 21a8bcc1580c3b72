import { errors, ref, type Operation, type Paths } from './openapi-types.js';

/** The writes of these paths, as those that take an `Idempotency-Key`. */
export const withKeys = (paths: Paths): Paths =>
  mapped(paths, (operations) =>
    mapped(operations, (operation, method) => (method === 'get' ? operation : withKey(operation))),
  );

const withKey = (operation: Operation): Operation => ({
  ...operation,
  parameters: [
    ...((operation['parameters'] as readonly unknown[] | undefined) ?? []),
    ref('parameters', 'Idempotency-Key'),
  ],
  responses: { ...operation.responses, ...errors(409, 422) },
});

const mapped = <T>(
  values: Readonly<Record<string, T>>,
  change: (value: T, name: string) => T,
): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
