import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

const ROOT = join(import.meta.dirname, '../..');

export interface BudgetOptions {
  /** Gzipped JavaScript that a signed-in list may transfer until it is interactive. */
  limitKilobytes: number;
}

/** Fails the build when the shell and the largest list page together exceed the limit, and reports what is large. */
export function budget({ limitKilobytes }: BudgetOptions): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const { shell, page, files } = measure(chunks);
      const total = shell + page;
      this.info(
        `a signed-in list transfers ${kilobytes(total)} kB gzip of JavaScript (shell ${kilobytes(shell)}, list ${kilobytes(page)}), limit ${limitKilobytes} kB`,
      );
      if (total <= limitKilobytes * 1000) return;
      this.error(`over budget; ${explain(files)}`);
    },
  };
}

const LIST = /\.list\.tsx$/;

/** What is loaded first, and what the largest list adds with the definition of its model. */
function measure(chunks: Chunk[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find(({ isEntry }) => isEntry);
  const shellFiles = closure(entry ? [entry] : [], byName);
  const shell = sizeOf([...shellFiles]);
  const byModule = new Map(chunks.map((chunk) => [chunk.facadeModuleId ?? '', chunk]));
  const pages = chunks.filter(({ facadeModuleId }) => LIST.test(facadeModuleId ?? ''));
  const sized = pages.map((chunk) => {
    const definition = byModule.get((chunk.facadeModuleId ?? '').replace(LIST, '.resource.ts'));
    const opened = closure(definition ? [chunk, definition] : [chunk], byName);
    const files = [...opened].filter((file) => !shellFiles.has(file));
    return { files, size: sizeOf(files) };
  });
  const worst = sized.sort((one, other) => other.size - one.size)[0] ?? { files: [], size: 0 };
  return { shell, page: worst.size, files: [...shellFiles, ...worst.files] };
}

/** A chunk and everything that it imports statically. */
function closure(start: Chunk[], byName: Map<string, Chunk>): Set<Chunk> {
  const found = new Set(start);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) found.add(imported);
    }
  }
  return found;
}

function sizeOf(chunks: Chunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
}

/** The largest modules that a project can change, then the largest packages. */
function explain(chunks: Chunk[]): string {
  const sizes = new Map<string, number>();
  for (const [id, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    const name = contributorOf(id);
    sizes.set(name, (sizes.get(name) ?? 0) + renderedLength);
  }
  const sorted = [...sizes].sort(([, one], [, other]) => other - one);
  const isOwn = ([name]: [string, number]) => name === SHARED || name.startsWith(OWN);
  return [
    `the largest files of this project in those ${chunks.length} chunks, before minifying:`,
    ...sorted.filter(isOwn).slice(0, 10).map(lineOf),
    'and the largest packages:',
    ...sorted
      .filter((one) => !isOwn(one))
      .slice(0, 10)
      .map(lineOf),
  ].join('\n');
}

const OWN = 'web/';
/** Modules that are equal in every project, so they count as one. */
const SHARED = 'ui/';

function contributorOf(id: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (name !== undefined) return name;
  const path = relative(ROOT, id.replace(/^\0|\?.*$/g, '')).replaceAll('\\', '/');
  if (path.startsWith(SHARED)) return SHARED;
  return path.startsWith(OWN) ? path : 'Vite';
}

const lineOf = ([name, size]: [string, number]) => `  ${kilobytes(size).padStart(6)} kB  ${name}`;

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
