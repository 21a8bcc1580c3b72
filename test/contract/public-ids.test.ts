import { useIds } from './ids.js';

// What is asked of the examples, whose models have integer ids, is asked of the same models with UUIDs beside such integers.
useIds('public');
for (const suite of [
  ...['access', 'aggregate', 'batch', 'counts', 'idempotency', 'lines', 'lists', 'many', 'records'],
  ...['rules', 'writes'],
])
  await import(`./${suite}.test.ts`);
