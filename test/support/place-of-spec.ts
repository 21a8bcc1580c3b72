import { mkdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, inject } from 'vitest';
import type { TestPlace } from '../../templates/service/engine/testing/test-databases.js';

/*
 * A setup file of runs in a folder of projects, which runs before each test file: the databases of a project are its own, since
 * it copies the first one for all others.
 */
const root = process.cwd();
const [project = ''] = relative(root, expect.getState().testPath ?? '').split(sep);
const prefix = join(root, 'databases', project);
mkdirSync(prefix, { recursive: true });
// What the run provides is an object of this worker.
Object.assign(inject('testPlace') as TestPlace, { prefix });
