/**
 * The first half of `npm run examples`: what the generator has of the engine's steps is copied again, before anything is rendered with it.
 * The folder itself says which files these are; `shared-steps.test.ts` holds them equal.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeChanged } from './write-changed.js';

const COPIES = join(import.meta.dirname, '../../src/schema/engine');
const SOURCE = join(import.meta.dirname, '../../templates/service/engine/database/steps');

for (const file of readdirSync(COPIES))
  writeChanged(join(COPIES, file), readFileSync(join(SOURCE, file), 'utf8'));
