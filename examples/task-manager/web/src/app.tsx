import { createBrowserRouter, RouterProvider } from 'react-router';
import { Admin } from './admin';

const router = createBrowserRouter([{ path: '*', element: <Admin /> }], {
  basename: import.meta.env.BASE_URL.replace(/\/$/, '') || '/',
});

/** The back-office at the address that it was built for. */
export function App() {
  return <RouterProvider router={router} />;
}
