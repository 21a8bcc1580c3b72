#!/usr/bin/env node
import { endQuietly, main } from '../dist/cli/main.js';

endQuietly();
process.exitCode = await main(process.argv.slice(2));
