import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Tools from '../service/src/engine/tools/index.js';
import type { Project } from '../service/src/engine/service/project.js';

/** What stands at the engine's door for tools. */
export type OwnTools = typeof Tools;

/** The project in the current folder, and its own engine. */
export async function ownCode(): Promise<{ readonly tools: OwnTools; readonly project: Project }> {
  const tools = await load<OwnTools>('engine/tools/index.ts');
  const { project } = await load<{ project: Project }>('project.ts');
  return { tools, project };
}

const load = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(process.cwd(), 'src', path)).href)) as T;
