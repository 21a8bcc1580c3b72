import { batch } from './batch.js';
import { create } from './create.js';
import { remove } from './delete.js';
import type { Door } from './door.js';
import { get } from './get.js';
import { ifMatch } from './if-match.js';
import { list } from './list.js';
import { many } from './many.js';
import { patch } from './patch.js';
import { put } from './put.js';
import { upsert } from './upsert.js';

const READING: readonly Door[] = [list, get];
const WRITING: readonly Door[] = [create, patch, put, remove, ifMatch, upsert, many, batch];

/** All doors; a service has those of its features and those of every service. */
export const DOORS: readonly Door[] = [...READING, ...WRITING];
