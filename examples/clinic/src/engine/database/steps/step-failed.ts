import { tellMessage } from '../tell-error.js';
import type { Step } from './step.js';

/** What the rows of a database do not allow; the change was taken back whole. */
export class RowsRefused extends Error {}

/** A step of a migration that the database refused. */
export class StepFailed extends RowsRefused {
  constructor(
    readonly migration: string,
    readonly step: Step,
    cause: unknown,
  ) {
    const place = 'table' in step ? ` on \`${step.table}\`` : '';
    super(`${migration}, ${step.do}${place}: ${tellMessage(cause)}`, { cause });
  }
}
