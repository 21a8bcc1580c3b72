import { VERSION } from '../../version.js';
import { type Context, printResult } from '../context.js';

/** Prints the version of crudgen. */
export async function version(context: Context): Promise<void> {
  printResult(context, { crudgen: VERSION }, () => VERSION);
  return Promise.resolve();
}
