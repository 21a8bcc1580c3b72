/** A section of `CHANGELOG.md`, of one version. */
export interface Section {
  readonly version: string;
  /** Whether the heading has the day of the release. Those before 0.6.0 have none. */
  readonly isClosed: boolean;
  readonly text: string;
}

/** The sections of a changelog, the newest first. */
export const sectionsOf = (changelog: string): readonly Section[] =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)(.*)\n([^]*?)(?=^## |$(?![^]))/gm)].map(
    ([, version = '', day, text = '']) => ({ version, isClosed: day !== '', text }),
  );

/** The changelog with the day of the release in the heading of a version. */
export const closeSection = (changelog: string, version: string, date: string): string =>
  changelog.replace(`\n## ${version}\n`, `\n## ${version} - ${date}\n`);
