import { useIds } from './ids.js';

// What is asked of the examples, whose models have integer ids, is asked of the same models with keys of a text and a number:
// of those to which no other model refers.
useIds('parts');
for (const suite of [
  'access',
  'aggregate',
  'counts',
  'lists',
  'many',
  'records',
  'rules',
  'writes',
])
  await import(`./${suite}.test.ts`);
