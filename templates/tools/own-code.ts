import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Tools from '../service/engine/tools/index.js';
import type { Project } from '../service/engine/service/project.js';

/** The engine's exports for tools. */
export type OwnTools = typeof Tools;

/** The project in the current folder, with its own engine; if its code does not load, `fail` is called with the reason. */
export async function ownCode(
  fail: (message: string) => never,
): Promise<{ readonly tools: OwnTools; readonly project: Project }> {
  try {
    const tools = await load<OwnTools>('engine/tools/index.ts');
    const { project } = await load<{ project: Project }>('src/project.ts');
    return { tools, project };
  } catch (error) {
    return fail(`the project's own code does not load: ${reasonOf(error)}`);
  }
}

/** The line of an error that names the place, if there is one. */
function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  const line = lines.find((one) => one.includes('ERROR: ')) ?? lines[0]!;
  return line.replaceAll(`${process.cwd()}/`, '');
}

const load = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(process.cwd(), path)).href)) as T;
