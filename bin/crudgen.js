#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on, what was compiled once is not compiled again: a quarter of a command in a small project.
module.enableCompileCache?.();

const { ignoreClosedPipe, main } = await import('../dist/cli/main.js');
ignoreClosedPipe();
process.exitCode = await main(process.argv.slice(2));
