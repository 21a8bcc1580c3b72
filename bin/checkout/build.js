// `npm run build`: builds `dist/` from `src/`.
import { join } from 'node:path';
import { build } from './dist.js';

process.exitCode = (await build(join(import.meta.dirname, '../..'))) ? 0 : 1;
