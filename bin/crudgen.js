#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// From Node 22 on, what was compiled once is not compiled again: a quarter of a command in a small project.
module.enableCompileCache?.();

// Only a checkout has the sources; its `dist` may be missing or older than they are.
const isReady =
  !existsSync(new URL('../src', import.meta.url)) ||
  (await (await import('./checkout/prepare.js')).prepare());
if (!isReady) process.exit(1);

const { ignoreClosedPipe, main } = await import('../dist/cli/main.js');
ignoreClosedPipe();
process.exitCode = await main(process.argv.slice(2));
