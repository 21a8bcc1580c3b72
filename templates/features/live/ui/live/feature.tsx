import { lazy, Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import type { EditPartProps, UiFeature } from '../application';

/** Open pages say what others have changed, and forms what others have saved. */
export const live: UiFeature = {
  name: 'live',
  ListAction: beside(lazy(async () => ({ default: (await import('./list-notice')).ListNotice }))),
  ShowAction: beside(
    lazy(async () => ({ default: (await import('./record-notice')).RecordNotice })),
  ),
  EditPart: beside<EditPartProps>(
    lazy(async () => ({ default: (await import('./form-notice')).FormNotice })),
  ),
  texts: {
    en: {
      changed: 'Changed by somebody else',
      changed_by: 'Changed by %{name}',
      gone: 'No longer there: it was deleted, or you may no longer see it',
      kept: 'What you have entered stays.',
      both: 'You have both changed: %{names}.',
      more: '%{smart_count} new |||| %{smart_count} new',
      fewer: '%{smart_count} fewer |||| %{smart_count} fewer',
      some_changed: 'changed by somebody else',
      some_changed_by: 'last changed by %{name}',
      show: 'Show',
      compare: 'Compare',
      aside: 'Hide',
    },
  },
};

/** A part that a page neither waits for nor misses: it comes after the page, and leaves no trace where it cannot be loaded. */
function beside<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function Beside(props: Props) {
    return (
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
