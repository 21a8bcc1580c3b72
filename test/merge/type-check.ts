import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Example } from '../golden/example.js';
import { placedExample } from '../support/placed-example.js';

/** The files of one model after a merge, by their names, in the project that they belong to. */
export interface MergedModel {
  readonly example: Example;
  readonly files: ReadonlyMap<string, string>;
}

/** What owners' edits speak of: `Own7`, `Text7`, `own7`. The declarations make each edit type-check by itself. */
function ownersDeclarations(): string {
  const numbers = Array.from({ length: 31 }, (_, at) => at);
  return `
import '../../engine/model/access-rules.js';
declare module '../../engine/model/access-rules.js' {
  interface AccessDefinition<T> { ${numbers.map((at) => `readonly own${at}?: true;`).join(' ')} }
}
declare global {
  ${numbers.map((at) => `type Text${at} = string; function Own${at}(): PropertyDecorator;`).join('\n  ')}
}
`;
}

/** The virtual files that put merged models beside those of their project, each in a folder of its own. */
function filesBeside(root: string, models: readonly MergedModel[]): Map<string, string> {
  const files = new Map([[join(root, 'src/models/owners.d.ts'), ownersDeclarations()]]);
  models.forEach((model, at) => {
    const folder = join(root, `src/models/merged-${at}`);
    for (const [name, text] of model.files) {
      files.set(join(folder, name), text);
      for (const [, own = ''] of text.matchAll(/\.\/(own-\d+)\.js/g))
        files.set(join(folder, `${own}.ts`), `export const ${own.replace('-', '')} = 1;\n`);
    }
  });
  return files;
}

/** A compiler's host that finds virtual files, and reads those of packages once for all programs. */
function hostOf(
  options: ts.CompilerOptions,
  files: ReadonlyMap<string, string>,
  read: Map<string, ts.SourceFile | undefined>,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const folders = new Set([...files.keys()].map(dirname));
  return {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path) ?? host.readFile(path),
    directoryExists: (path) => folders.has(path) || (host.directoryExists?.(path) ?? true),
    getSourceFile(path, version) {
      const text = files.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, version);
      if (!read.has(path)) read.set(path, host.getSourceFile(path, version));
      return read.get(path);
    },
  };
}

/** What the compiler says about merged models, with the options of their projects; nothing where all is well. */
export async function typeErrorsOf(models: readonly MergedModel[]): Promise<string[]> {
  const read = new Map<string, ts.SourceFile | undefined>();
  const examples = [...new Set(models.map(({ example }) => example))];
  const roots = await Promise.all(examples.map((example) => placedExample(example)));
  return examples.flatMap((example, at) => {
    const root = roots[at]!;
    const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
    const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
    const files = filesBeside(
      root,
      models.filter((model) => model.example === example),
    );
    const program = ts.createProgram([...files.keys()], options, hostOf(options, files, read));
    return [...files.keys()].flatMap((path) => {
      const file = program.getSourceFile(path);
      const found = [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ];
      return found.map(
        ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    });
  });
}
