import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

export interface BudgetOptions {
  /** What a signed-in list may transfer until it is interactive: JavaScript, gzip. */
  limitKilobytes: number;
}

/** Fails the build when the shell and the largest list page together are over the limit, and says what is large. */
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
      this.error(
        `over budget; the largest packages of those ${files.length} files:\n${largest(files)}`,
      );
    },
  };
}

function measure(chunks: Chunk[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find(({ isEntry }) => isEntry);
  const shellFiles = closure(entry ? [entry] : [], byName);
  const shell = sizeOf([...shellFiles]);
  const pages = chunks.filter(({ facadeModuleId }) => /\.list\.tsx$/.test(facadeModuleId ?? ''));
  const sized = pages.map((chunk) => {
    const files = [...closure([chunk], byName)].filter((file) => !shellFiles.has(file));
    return { files, size: sizeOf(files) };
  });
  const worst = sized.sort((one, other) => other.size - one.size)[0] ?? { files: [], size: 0 };
  return { shell, page: worst.size, files: [...shellFiles, ...worst.files] };
}

/** A chunk and everything that it imports before it runs. */
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

function largest(chunks: Chunk[]): string {
  const sizes = new Map<string, number>();
  for (const [id, { renderedLength }] of chunks.flatMap(({ modules }) => Object.entries(modules))) {
    const name = packageOf(id);
    sizes.set(name, (sizes.get(name) ?? 0) + renderedLength);
  }
  return [...sizes]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([name, size]) => `  ${kilobytes(size).padStart(6)} kB  ${name} (before minifying)`)
    .join('\n');
}

function packageOf(id: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  return name ?? 'this project';
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
