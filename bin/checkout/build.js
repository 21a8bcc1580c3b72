// `npm run build`: builds `dist/` from `src/`. With `--unless-built`, as before `npm pack`, only if `dist/` is not up to date.
import { join } from 'node:path';
import { build, isBuilt } from './dist.js';

const ROOT = join(import.meta.dirname, '../..');
const isDone = process.argv.includes('--unless-built') && isBuilt(ROOT);
process.exitCode = isDone || (await build(ROOT)) ? 0 : 1;
