import { VERSION } from '../../version.js';
import { type Context, printResult } from '../context.js';

/** The version of crudgen. */
export interface VersionJson {
  /** The version, such as 0.3.0. */
  readonly crudgen: string;
}

/** Prints the version of crudgen. */
export async function version(context: Context): Promise<void> {
  printResult<VersionJson>(context, { crudgen: VERSION }, () => VERSION);
  return Promise.resolve();
}
