import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject } from '../../src/code/read-project.js';
import { MODELS_GEN, renderModelsGen } from '../../src/render/render-registry.js';
import type { Tree } from '../../src/tree.js';
import { templates } from '../golden/example.js';
import { readTree } from '../golden/read-tree.js';

/** A project with its list of models as `sync` would write it. */
export function withList(files: Tree): Tree {
  const read = readProject(files);
  return new Map(files).set(MODELS_GEN, renderModelsGen(read.app, templates(), read).text);
}

/** Writes the list of models of a project as `sync` would. */
export function listModels(folder: string): void {
  writeFileSync(join(folder, MODELS_GEN), withList(readTree(folder)).get(MODELS_GEN)!);
}
