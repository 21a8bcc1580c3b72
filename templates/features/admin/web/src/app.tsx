import { BackOffice, type Language } from '#ui';
import { createBrowserRouter, RouterProvider } from 'react-router';
import icon from '/icon.svg?inline';
import { features } from './features.gen';
import { resources } from './pages/resources';
import { APP_COLOR, APP_TITLE } from './settings';

/** Each file is a language, and is only loaded when used. */
const languages = import.meta.glob<Language>('./languages/*.ts', { import: 'language' });

const admin = (
  <BackOffice
    title={APP_TITLE}
    icon={icon}
    color={APP_COLOR}
    resources={resources}
    features={features}
    languages={languages}
  />
);
const router = createBrowserRouter([{ path: '*', element: admin }], {
  basename: import.meta.env.BASE_URL.replace(/\/$/, '') || '/',
});

/**
 * The back-office at the base path that it was built for. Navigations are not React transitions: while one waits, the old
 * page stays mounted, finds that nobody is signed in any more, and redirects to the login page again, for seconds.
 */
export function App() {
  return <RouterProvider router={router} useTransitions={false} />;
}
