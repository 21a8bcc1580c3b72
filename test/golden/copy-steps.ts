/**
 * The first half of `npm run examples`: what the generator has of the engine is copied again, before anything is rendered with it.
 * The folder itself says which of its steps these are; `shared-steps.test.ts` holds them equal.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COPIED } from './copied.js';
import { writeChanged } from './write-changed.js';

const ROOT = join(import.meta.dirname, '../..');
const COPIES = join(ROOT, 'src/schema/engine');
const SOURCE = join(ROOT, 'templates/service/engine/database/steps');

for (const file of readdirSync(COPIES))
  writeChanged(join(COPIES, file), readFileSync(join(SOURCE, file), 'utf8'));
for (const [copy, source] of Object.entries(COPIED))
  writeChanged(join(ROOT, copy), readFileSync(join(ROOT, source), 'utf8'));
