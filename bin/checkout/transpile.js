import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/**
 * Compiles `src/` to `out` file by file, without looking at types: with the compiler that crudgen reads code by, where the
 * package `typescript` is not installed. Returns whether all of it is TypeScript; what is not is said on stderr.
 */
export function transpile(root, out) {
  const { ts } = createRequire(join(root, 'package.json'))('@ts-morph/common');
  const settings = join(root, 'tsconfig.build.json');
  const { config } = ts.readConfigFile(settings, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  // A file by itself does not tell that package.json says "type": "module".
  const compilerOptions = {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const wrong = fileNames.flatMap((fileName) => {
    const text = readFileSync(fileName, 'utf8');
    const { outputText, diagnostics } = ts.transpileModule(text, {
      ...{ fileName, compilerOptions },
      reportDiagnostics: true,
    });
    const made = join(out, relative(join(root, 'src'), fileName)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(made), { recursive: true });
    writeFileSync(made, outputText);
    return diagnostics;
  });
  const host = {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  process.stderr.write(ts.formatDiagnostics(wrong, host));
  return wrong.length === 0;
}
