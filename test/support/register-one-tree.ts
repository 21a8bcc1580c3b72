import { register } from 'node:module';

register('./one-tree-hooks.ts', import.meta.url);
