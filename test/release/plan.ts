import { compareVersions } from '../../src/version.js';
import { closeSection, type Section, sectionsOf } from './changelog.js';

/** A repository as a release finds it. */
export interface State {
  readonly branch: string;
  /** Paths with changes that are not committed. */
  readonly changed: readonly string[];
  readonly tags: readonly string[];
  /** Subjects of the commits since the last release; empty where no release has a tag. */
  readonly subjects: readonly string[];
  /** The version in `package.json`. */
  readonly version: string;
  readonly changelog: string;
  /** The pages that name the version, by their paths. */
  readonly pages: Readonly<Record<string, string>>;
  /** `src/version.ts`. */
  readonly versionFile: string;
}

/** What is released, and when. */
export interface Release {
  readonly version: string;
  /** As in `2026-11-28`. */
  readonly date: string;
}

/** One step of a release. A step that changes the repository is left out of a dry run. */
export type Step = { readonly about: string; readonly changes: boolean } & (
  | { readonly kind: 'edit'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'run';
      readonly command: readonly string[];
      /** The file that gets what the command prints. */
      readonly output?: string;
    }
  | { readonly kind: 'sums'; readonly files: readonly string[]; readonly output: string }
);

/** A release as data: what stands in its way, and its steps in order. */
export interface Plan {
  readonly problems: readonly string[];
  readonly steps: readonly Step[];
}

/** The folder of what a release gives to others. */
export const OUTPUT = '.tmp/release';
const BRANCH = 'main';
/** Longer subjects are cut off by forges and by `git log --oneline` in a terminal. */
export const LONGEST_SUBJECT = 72;

/** The tag of a version. */
export const tagOf = (version: string): string => `v${version}`;

/** Plans a release; reads nothing and writes nothing. */
export function planRelease(release: Release, state: State): Plan {
  return { problems: problemsOf(release, state), steps: stepsOf(release, state) };
}

function problemsOf({ version }: Release, state: State): readonly string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`${version} is not a version such as 0.6.0`];
  return [
    ...(state.branch === BRANCH ? [] : [`the branch is ${state.branch}, not ${BRANCH}`]),
    ...state.changed.map((path) => `${path} has changes that are not committed`),
    ...versionProblems(version, state),
    ...changelogProblems(version, sectionsOf(state.changelog)),
    ...state.subjects
      .filter((subject) => subject.length > LONGEST_SUBJECT)
      .map(
        (subject) =>
          `a subject has ${subject.length} characters, not ${LONGEST_SUBJECT}: ${subject}`,
      ),
  ];
}

function versionProblems(version: string, state: State): readonly string[] {
  if (state.tags.includes(tagOf(version))) return [`the tag ${tagOf(version)} is taken`];
  return compareVersions(version, state.version) < 0
    ? [`package.json has version ${state.version} already`]
    : [];
}

function changelogProblems(version: string, [section]: readonly Section[]): readonly string[] {
  if (section?.version !== version)
    return [`CHANGELOG.md does not begin with a section ${version}`];
  if (section.isClosed) return [`the section ${version} of CHANGELOG.md is closed`];
  return section.text.trim() === '' ? [`the section ${version} of CHANGELOG.md is empty`] : [];
}

function stepsOf(release: Release, state: State): readonly Step[] {
  return [...edits(release, state), ...REFRESHED, ...CHECKED, ...packed(release), ...kept(release)];
}

const run = (about: string, ...command: readonly string[]): Step => ({
  ...{ kind: 'run', about, command, changes: false },
});
const change = (about: string, ...command: readonly string[]): Step => ({
  ...{ kind: 'run', about, command, changes: true },
});

function edits({ version, date }: Release, state: State): readonly Step[] {
  const edit = (about: string, path: string, text: string): Step => ({
    ...{ kind: 'edit', about, changes: true, path, text },
  });
  const [minor] = /^\d+\.\d+/.exec(version) ?? [version];
  const told = (text: string) =>
    text
      .replace(/crudgen-\d+\.\d+\.\d+\.tgz/g, `crudgen-${version}.tgz`)
      .replace(/(?<=: this is )\d+\.\d+(?=,)/g, minor);
  const code = state.versionFile.replace(/(?<=VERSION = ')[^']+/, version);
  const closed = closeSection(state.changelog, version, date);
  return [
    change(
      `version ${version} in package.json and package-lock.json`,
      ...['npm', 'version', version, '--no-git-tag-version', '--allow-same-version'],
    ),
    edit('the version in the code', 'src/version.ts', code),
    ...Object.entries(state.pages).map(([path, text]) =>
      edit(`the version in ${path}`, path, told(text)),
    ),
    edit(`section ${version} of the changelog, closed on ${date}`, 'CHANGELOG.md', closed),
  ];
}

const PICTURES = ['npx', 'tsx', 'test/web/readme-pictures.ts'];
const REFRESHED = [
  change('the whole example, by this version', 'npm', 'run', 'examples', '--', '--whole'),
  change('pictures and film, of the product of today', ...PICTURES),
];

/** Each fails with what is wrong: a dry run shows it before anything is changed. */
const CHECKED = [
  run(
    'the examples are those of the templates, and the whole one of a release',
    ...['npx', 'vitest', 'run', 'test/golden/examples.test.ts', 'test/golden/whole.test.ts'],
  ),
  run(
    'the whole example passes its own checks',
    ...['npx', 'vitest', 'run', 'test/golden/examples-run.test.ts', '-t', 'task-manager'],
  ),
  run(
    'the figures, links and files of the README and its pages',
    ...['npx', 'vitest', 'run', 'test/unit/readme.test.ts', 'test/unit/checkout'],
  ),
  run('pictures and film show the product of today', ...PICTURES, '--check'),
  run('the site', 'npm', 'run', 'site'),
];

function packed({ version }: Release): readonly Step[] {
  const file = `crudgen-${version}.tgz`;
  const bill = `crudgen-${version}.cdx.json`;
  const sbom = ['sbom', '--package-lock-only', '--omit=dev', '--no-workspaces'];
  return [
    run('the packed file', 'npm', 'pack', '--silent', '--pack-destination', OUTPUT),
    run(
      'the packed file, installed and used on Node 20, 22 and 24',
      ...['npx', 'tsx', 'test/release/try-packed.ts', `${OUTPUT}/${file}`],
    ),
    {
      ...{ kind: 'run', about: 'the bill of materials (CycloneDX)', changes: false },
      ...{ command: ['npm', ...sbom, '--sbom-format=cyclonedx'], output: `${OUTPUT}/${bill}` },
    },
    {
      ...{ kind: 'sums', about: 'the checksums', changes: false },
      ...{ files: [file, bill], output: `${OUTPUT}/SHA256SUMS` },
    },
  ];
}

const kept = ({ version }: Release): readonly Step[] => [
  change('all of it in the index of git', 'git', 'add', '--all'),
  change('the commit of the release', 'git', 'commit', '--quiet', '-m', `Release ${version}`),
  change('its tag', 'git', 'tag', '-a', tagOf(version), '-m', `crudgen ${version}`),
];

/** A plan for people to read. */
export function printPlan({ problems, steps }: Plan): string {
  const lines = steps.map((step, at) => {
    const mark = step.changes ? '*' : ' ';
    return `${String(at + 1).padStart(3)} ${mark} ${step.about}\n        ${does(step)}`;
  });
  return [
    'The steps of the release; a dry run leaves out those with a *:',
    ...lines,
    ...problems.map((problem) => `error: ${problem}`),
  ].join('\n');
}

function does(step: Step): string {
  if (step.kind === 'edit') return `writes ${step.path}`;
  if (step.kind === 'sums') return `writes ${step.output}`;
  const words = step.command.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ');
  return step.output === undefined ? words : `${words} > ${step.output}`;
}
