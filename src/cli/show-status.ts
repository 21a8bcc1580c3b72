import { FINDINGS, type Finding, type FindingKind } from '../project/inspect/project-status.js';
import { displayText } from './display-text.js';
import { showTable } from './show-table.js';
import type { ToldStatus } from './status-json.js';
import type { Style } from './style.js';

/** The command to which commands that compare a project refer. */
export const SEE_STATUS = 'to see your edits and other differences: crudgen status';

interface Shown {
  readonly style: Style;
  /** Whether all of the project is told, and whether each file is. */
  readonly isWhole: boolean;
  readonly files: boolean;
}

/** A status as text: a line for each kind of finding, or with `files` each finding below its file. */
export function showStatus(status: ToldStatus, { style, isWhole, files }: Shown): string {
  const { findings, untouched } = status;
  const differing = findings.filter(({ kind }) => kind !== 'own');
  const head = headOf(status, differing.length === 0, style);
  if (findings.length === 0) return isWhole ? head : 'these files are all as crudgen writes them';
  const body = files ? showFiles(findings, style) : showKinds(findings, style);
  if (!isWhole) return body;
  const rest = `${untouched} files are as crudgen wrote them`;
  const more = files
    ? rest
    : `${rest}; to see each finding: crudgen status --files, or crudgen status <path>`;
  return [head, '', body, '', style.dim(more)].join('\n');
}

function headOf(
  { name, version, crudgen, untouched }: ToldStatus,
  isSame: boolean,
  { bold }: Style,
): string {
  const by =
    version === crudgen
      ? `crudgen ${crudgen}`
      : `project at crudgen ${version ?? 'unknown'}, this is crudgen ${crudgen}`;
  const what = isSame
    ? `all ${untouched} files of crudgen are as it writes them`
    : 'some files differ from the output of crudgen';
  return `${bold(name)} (${by}): ${what}`;
}

/** What the kinds of findings mean, and what to type about them. */
const MEANING: Readonly<Record<FindingKind, string>> = {
  behind: 'out of date: crudgen would now write it differently',
  unread: 'crudgen cannot read it, and leaves it as it is',
  overridden: 'you changed it after crudgen wrote it',
  added: 'you added it to a file that crudgen wrote',
  removed: 'crudgen wrote it, and you removed it',
  deleted: 'crudgen wrote it, and you deleted it',
  moved: 'you moved it after crudgen wrote it',
  own: 'your own files',
};

function showKinds(findings: readonly Finding[], style: Style): string {
  const kinds = FINDINGS.filter((kind) => findings.some((one) => one.kind === kind));
  const rows = kinds.map((kind) => {
    const found = findings.filter((one) => one.kind === kind);
    return [kind, countOf(found), MEANING[kind]];
  });
  const table = showTable(['finding', 'how many', 'meaning'], rows, style);
  const hints = [...new Set(findings.flatMap(hintOf))];
  return [table, ...hints.map((hint) => `  ${hint}`)].join('\n');
}

/** `3 members in 2 files`, or the files alone where no member is known. */
function countOf(found: readonly Finding[]): string {
  const files = new Set(found.map(({ path }) => path)).size;
  const members = found.filter(({ member }) => member !== null).length;
  const inFiles = files === 1 ? '1 file' : `${files} files`;
  if (members === 0) return inFiles;
  return `${members === 1 ? '1 member' : `${members} members`} in ${inFiles}`;
}

const HINTS = {
  entities:
    'some files are behind the entities; to update them: crudgen sync (crudgen diff shows the changes)',
  version:
    'some files are behind this version; to update them: crudgen upgrade (--dry-run shows the changes)',
  templates:
    'some files are behind your templates; to update them: crudgen upgrade --templates (--dry-run shows the changes)',
} as const;

const hintOf = ({ by }: Finding): string[] => (by === undefined ? [] : [HINTS[by]]);

/** The findings below their files; whole files of one kind stand in one line each. */
function showFiles(findings: readonly Finding[], style: Style): string {
  const byPath = new Map<string, Finding[]>();
  for (const one of findings) byPath.set(one.path, [...(byPath.get(one.path) ?? []), one]);
  return [...byPath]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, found]) => {
      const since = found[0]?.since ?? null;
      const whose = found.some(({ kind }) => kind === 'own')
        ? 'yours'
        : `crudgen ${since ?? ''}`.trim();
      return [
        `${style.bold(path)}  ${style.dim(whose)}`,
        ...found.flatMap((one) => showFinding(one, style)),
      ];
    })
    .flat()
    .join('\n');
}

function showFinding(finding: Finding, style: Style): string[] {
  const { kind, member, line } = finding;
  if (kind === 'own') return [];
  const place = line === null ? '' : String(line);
  const what = [displayText(member ?? ''), style.dim(displayText(reasonOf(finding)))];
  const words = [place.padStart(4), style.yellow(kind.padEnd(10)), ...what.filter(Boolean)];
  return [`  ${words.join('  ')}`.trimEnd()];
}

const BEHIND = {
  entities: 'the entities',
  version: 'this version',
  templates: 'your templates',
} as const;

function reasonOf({ by, conflicts, from, why = '' }: Finding): string {
  if (from !== undefined) return `from ${from}`;
  if (by === undefined) return why;
  return conflicts === true ? `${BEHIND[by]}, in conflict with your edit` : BEHIND[by];
}
