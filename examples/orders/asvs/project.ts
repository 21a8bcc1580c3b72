import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The files of the project that is checked. */
export interface Project {
  readonly folder: string;
  /** The features that are on, of `crudgen.json`. */
  readonly features: ReadonlySet<string>;
  /** The code of some folders, by path: without tests, and without these checks. */
  code(...folders: readonly string[]): ReadonlyMap<string, string>;
  /** The text of a file. */
  text(file: string): string;
  /** What is said of security: `SECURITY.md`, and the pages of the features that are on. */
  security(): string;
  /** Asserts that there is a document, with a section under this heading, which says this. */
  documents(file: string, heading?: string, says?: RegExp): void;
}

export function openProject(folder = resolve(import.meta.dirname, '..')): Project {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { features = [] } = JSON.parse(read('crudgen.json')) as { features?: readonly string[] };
  const pages = () =>
    features.map((name) => `docs/${name}.md`).filter((page) => existsSync(join(folder, page)));
  return {
    folder,
    features: new Set(features),
    security: () => ['SECURITY.md', ...pages()].map(read).join('\n'),
    code: (...folders) =>
      new Map(folders.flatMap((one) => codeIn(folder, one)).map((file) => [file, read(file)])),
    text: read,
    documents(file, heading, says) {
      assert.ok(existsSync(join(folder, file)), `there is no ${file}`);
      if (heading === undefined) return;
      const sections = read(file).split(/^## /m);
      const section = sections.find((one) => one.startsWith(`${heading}\n`));
      assert.ok(section !== undefined, `${file} has no section "${heading}"`);
      assert.match(section, says ?? /\n./, `${file}, "${heading}", does not say it`);
    },
  };
}

const LEFT_OUT = /\.test\.tsx?$|\.gen\.tsx?$|^engine\/(?:test|testing|tools)\//;

const codeIn = (root: string, folder: string): readonly string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
        .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file))
    : [];

/** Asserts that no line of the code matches, apart from some files. */
export function assertNowhere(
  code: ReadonlyMap<string, string>,
  pattern: RegExp,
  but: readonly string[] = [],
): void {
  const found = [...code].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        pattern.test(withoutComment(line)) && !but.includes(file) ? [`${file}:${at + 1}`] : [],
      ),
  );
  assert.deepEqual(found, [], `found in ${found.join(', ')}`);
}

const withoutComment = (line: string): string =>
  /^\s*(?:\/\*|\*|\/\/)/.test(line) ? '' : line.replace(/\s\/\/ .*$/, '');
