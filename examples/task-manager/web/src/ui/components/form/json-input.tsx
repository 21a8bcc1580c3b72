import { Suspense, lazy } from 'react';
import type { InputProps } from './use-form-input';

const JsonEditor = lazy(() =>
  import('./json-editor').then((module) => ({ default: module.JsonEditor })),
);

/** Any JSON value, in an editor whose code is fetched when a form needs it. */
export function JsonInput(props: InputProps) {
  return (
    <Suspense fallback={null}>
      <JsonEditor {...props} />
    </Suspense>
  );
}
