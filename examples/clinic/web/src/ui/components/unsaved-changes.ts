let isUnsaved = false;

/** The form on the page tells whether it has changes that are not saved. */
export function tellUnsavedChanges(isDirty: boolean): void {
  isUnsaved = isDirty;
}

/** Whether something would be lost by leaving the page in a way that no form can hold up. */
export function hasUnsavedChanges(): boolean {
  return isUnsaved;
}

/** The state of a navigation that follows a save or a deletion: there is nothing left to lose. */
export const FINISHED = { finished: true };

/** Whether a navigation has this state. */
export function isFinished(state: unknown): boolean {
  return (state as Partial<typeof FINISHED> | null)?.finished === true;
}
