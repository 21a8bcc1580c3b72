// `npm run build`: builds `dist/` from `src/`; with `--unless-built` only where it is not what `src/` gives.
import { join } from 'node:path';
import { build, isBuilt } from './dist.js';
import { packagesProblem } from './packages.js';

const ROOT = join(import.meta.dirname, '../..');
// npm runs `prepare` for `npm link`, too. A fresh clone has no packages then: the first call of crudgen installs and builds.
const isOnlyLinked =
  process.env.npm_lifecycle_event === 'prepare' && packagesProblem(ROOT, 'crudgen') !== null;
const isDone = process.argv.includes('--unless-built') && isBuilt(ROOT);
process.exitCode = isOnlyLinked || isDone || (await build(ROOT)) ? 0 : 1;
