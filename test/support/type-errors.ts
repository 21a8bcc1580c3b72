import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const CACHE = join(import.meta.dirname, '../../.tmp/kept/types');
/** Every project is looked at as if it stood here: what one has like the one before it is not checked again. */
const PLACE = join(import.meta.dirname, '../../.tmp/project');

/**
 * What the compiler says about a project's service (`.`) or its back-office (`web`), as `tsc --noEmit -p` does; nothing where
 * all is well. It goes on from what it knows of the last project, in this process or another: by the compiler's own account
 * of which files a change can concern (`incremental`). Who looks at some projects in turn has it know each of them by a name.
 */
export function typeErrors(folder: string, part = '.', known = ''): string {
  const system = systemOf(folder);
  const config = join(PLACE, part, 'tsconfig.json');
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => system.readFile(path)).config,
    system,
    dirname(config),
    {
      incremental: true,
      tsBuildInfoFile: join(CACHE, `${known}${part === '.' ? 'service' : part}.json`),
    },
    config,
  );
  const program = ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    configFileParsingDiagnostics: errors,
    host: withParsedPackages(ts.createIncrementalCompilerHost(options, system), part),
  });
  const found = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ];
  program.emit();
  return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(found), {
    getCurrentDirectory: () => PLACE,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}

/** The file system with the project at that place. */
function systemOf(folder: string): ts.System {
  const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
  const moved = (path: string, from: string, to: string) =>
    isIn(path, from) ? to + path.slice(from.length) : path;
  const there = (path: string) => moved(path, PLACE, folder);
  const here = (path: string) => moved(path, folder, PLACE);
  const { sys } = ts;
  return {
    ...sys,
    getCurrentDirectory: () => PLACE,
    fileExists: (path) => sys.fileExists(there(path)),
    directoryExists: (path) => sys.directoryExists(there(path)),
    getDirectories: (path) => sys.getDirectories(there(path)),
    readFile: (path, encoding) => sys.readFile(there(path), encoding),
    readDirectory: (path, ...how) => sys.readDirectory(there(path), ...how).map(here),
    realpath: (path) => here(sys.realpath?.(there(path)) ?? there(path)),
    writeFile: keep,
  };
}

/** All of it or nothing: other processes read what is known meanwhile. */
function keep(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const half = `${path}.${process.pid}`;
  writeFileSync(half, text);
  renameSync(half, path);
}

const parsed = new Map<string, ts.SourceFile | undefined>();

/** A host that parses the files of packages once in a process. */
function withParsedPackages(host: ts.CompilerHost, part: string): ts.CompilerHost {
  return {
    ...host,
    getSourceFile(path, ...how) {
      if (!path.includes('/node_modules/')) return host.getSourceFile(path, ...how);
      const key = `${part} ${path}`;
      if (!parsed.has(key)) parsed.set(key, host.getSourceFile(path, ...how));
      return parsed.get(key);
    },
  };
}
