import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Frames that one call of a project's code may have below it: TypeORM, express and the engine. */
const FRAMES = 100;
/** The parts of the engine that run a statement of the project's own. */
const CARRIERS = /[\\/]engine[\\/](?:database[\\/]|records[\\/](?:visible|scope|create-engine)\.)/;
const PACKAGE = /[\\/]node_modules[\\/]/;

/** The code that runs a statement: a line of the project, the engine, or nobody knows. */
export type Origin =
  | { readonly by: 'project'; readonly place: string }
  | { readonly by: 'engine' }
  | { readonly by: 'unknown' };

/**
 * The nearest code below this call that is not in a package. `folder` has the code of the project; what stands outside of it is the
 * engine. Code that continues after an await is found as far as the stack tells it.
 */
export function originHere(folder: string): Origin {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  for (const { path, line } of framesIn(stack)) {
    if (PACKAGE.test(path) || CARRIERS.test(path) || isProver(path) || !isFile(path)) continue;
    if (!path.startsWith(folder + sep)) return { by: 'engine' };
    return { by: 'project', place: `${relative('', path).replaceAll('\\', '/')}:${line}` };
  }
  return { by: 'unknown' };
}

const files = new Map<string, boolean>();

/** Source maps of packages name files that nobody has. */
function isFile(path: string): boolean {
  const known = files.get(path) ?? existsSync(path);
  files.set(path, known);
  return known;
}

const HERE = fileURLToPath(new URL('..', import.meta.url));
const isProver = (path: string): boolean => path.startsWith(HERE);

function* framesIn(stack: string): Generator<{ readonly path: string; readonly line: number }> {
  for (const [, url = '', line] of stack.matchAll(
    /(?:\(|at (?:async )?)((?:file:|\/|[A-Z]:)[^()\n]*?):(\d+):\d+\)?$/gm,
  )) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    yield { path, line: Number(line) };
  }
}
