import { createContext, useContext } from 'react';
import type { AppResource } from './app-resource';

/** What the back-office knows of the application that it serves. */
export interface Application {
  /** What the browser's tab and the header call it. */
  title: string;
  /** Every model of the application. */
  resources: readonly AppResource[];
  /** Users, roles and tenants. */
  accessControl: readonly AppResource[];
}

/** Given once, around everything; what stands alone, as in a test, knows of no model. */
export const ApplicationContext = createContext<Application>({
  title: '',
  resources: [],
  accessControl: [],
});

/** The application around a component. */
export function useApplication(): Application {
  return useContext(ApplicationContext);
}

/** The model of the application that has this name as its resource; undefined of any other name. */
export function useAppResource(resource: string | undefined): AppResource | undefined {
  return useApplication().resources.find(({ name }) => name === resource);
}
