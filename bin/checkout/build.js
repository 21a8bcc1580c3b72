// `npm run build`: builds `dist/` from `src/`.
import { join } from 'node:path';
import { build } from './dist.js';
import { packagesProblem } from './packages.js';

const ROOT = join(import.meta.dirname, '../..');
// As `prepare`, npm calls it for `npm link`, too, where a fresh clone has no packages yet: the first call of crudgen installs and builds.
const isOnlyLinked =
  process.env.npm_lifecycle_event === 'prepare' && packagesProblem(ROOT) !== null;
process.exitCode = isOnlyLinked || (await build(ROOT)) ? 0 : 1;
