import type { Door } from './door.js';
import { get } from './get.js';
import { list } from './list.js';

/** All doors; a service has those of its features and those of every service. */
export const DOORS: readonly Door[] = [list, get];
