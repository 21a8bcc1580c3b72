import { writeFileSync } from 'node:fs';
import {
  readAllowFile,
  settleFindings,
  type AllowFile,
  type Settled,
} from '../allow/allow-file.js';
import { needsConsent, type AccessChange } from './access-change.js';
import { asMarkdown } from '../report/as-markdown.js';
import { asText } from './as-text.js';
import { pageOfChanges } from './page-of-changes.js';
import { proveAgainst, type AgainstOptions, type ProvedAgainst } from './prove-against.js';

/** The changes since another commit, and which of them the project's file of allowed changes accepts. */
export interface AgainstReport
  extends Settled<AccessChange>, Pick<AllowFile, 'problems'>, ProvedAgainst {
  /** The branch, tag or commit that the project was compared with. */
  readonly ref: string;
}

/** The answer of the program: the report, its text for a terminal, and whether the project allows every change. */
export interface AgainstAnswer {
  readonly report: AgainstReport;
  readonly summary: string;
  readonly proven: boolean;
}

/** Compares the rules of a project with another commit; `file` gets the comment for a pull request (`.md`) or the report as JSON. */
export async function answerAgainst(
  options: AgainstOptions,
  file: string | undefined,
): Promise<AgainstAnswer> {
  if (file?.endsWith('.html'))
    throw new Error('with `--against`, a report is a comment (.md) or data for programs (.json)');
  const { changes, uncompared } = await proveAgainst(options);
  const { entries, problems } = readAllowFile(options.folder);
  const settled = settleFindings('change', changes.filter(needsConsent), { entries });
  const report = { ref: options.ref, changes, uncompared, ...settled, problems };
  if (file !== undefined) {
    const isComment = file.endsWith('.md');
    writeFileSync(
      file,
      isComment ? asMarkdown(pageOfChanges(report)) : `${JSON.stringify(report, null, 2)}\n`,
    );
  }
  const proven = settled.refused.length === 0 && problems.length === 0;
  return { report, summary: asText(report), proven };
}
