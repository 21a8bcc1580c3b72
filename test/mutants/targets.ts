import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMutants, type Mutant } from './find-mutants.js';

const ENGINE = join(import.meta.dirname, '../../templates/service/engine');

/** The files of the engine that decide who reads and writes what. */
export const FILES = [
  'access/policy.ts',
  'access/row-rules.ts',
  'records/scope.ts',
  'records/conditions/compile-where.ts',
  'records/conditions/where-from-code.ts',
  'model/fold-where.ts',
  'records/writing/write-needs.ts',
  'records/writing/write-plan.ts',
  'records/writing/references.ts',
  'records/writing/found-references.ts',
  'records/writing/hidden-row.ts',
  'records/writing/link-targets.ts',
  'records/writing/dependents.ts',
  'records/writing/check-payload.ts',
  'auth/access-control.ts',
  'auth/ceiling.ts',
] as const;
export type File = (typeof FILES)[number];

/** The suites over HTTP (`test/contract/`) that concern a file. */
export const CONTRACT: Readonly<Partial<Record<File, readonly string[]>>> = {
  'records/writing/references.ts': ['across-tenants', 'access', 'writes', 'many'],
  'records/writing/found-references.ts': ['across-tenants', 'writes', 'many', 'batch'],
  'records/writing/hidden-row.ts': ['across-tenants', 'access'],
  'records/writing/dependents.ts': ['access', 'rules', 'lines'],
  'auth/access-control.ts': ['auth', 'ceiling'],
  'auth/ceiling.ts': ['ceiling'],
};

/** A file with its mutants. */
export interface Target {
  readonly file: File;
  readonly path: string;
  readonly source: string;
  readonly mutants: readonly Mutant[];
  /** The id of its first mutant: ids count through all files. */
  readonly first: number;
}

/** All files with their mutants. */
export function targets(): readonly Target[] {
  let first = 0;
  return FILES.map((file) => {
    const path = join(ENGINE, file);
    const source = readFileSync(path, 'utf8');
    const mutants = findMutants(path, source);
    first += mutants.length;
    return { file, path, source, mutants, first: first - mutants.length };
  });
}
