import { create } from './create.js';
import { remove } from './delete.js';
import type { Door } from './door.js';
import { get } from './get.js';
import { list } from './list.js';
import { patch } from './patch.js';
import { put } from './put.js';

/** All doors; a service has those of its features and those of every service. */
export const DOORS: readonly Door[] = [list, get, create, patch, put, remove];
