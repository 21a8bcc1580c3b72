import { createContext, use, useContext } from 'react';
import type { AppResource, ResourceDefinition } from './app-resource';
import { loadDefinition } from './app-resource';
import type { UiFeature } from './feature';

/** What the back-office knows of the application that it serves. */
export interface Application {
  /** What the browser's tab and the header call it. */
  title: string;
  /** Every model of the application. */
  resources: readonly AppResource[];
  /** Users, roles and tenants. */
  accessControl: readonly AppResource[];
  /** The parts that it could do without. */
  features: readonly UiFeature[];
}

/** Given once, around everything; what stands alone, as in a test, knows of no model. */
export const ApplicationContext = createContext<Application>({
  title: '',
  resources: [],
  accessControl: [],
  features: [],
});

/** The application around a component. */
export function useApplication(): Application {
  return useContext(ApplicationContext);
}

/** The model that has this name as its resource, users, roles and tenants among them; undefined of any other name. */
export function useAppResource(resource: string | undefined): AppResource | undefined {
  const { resources, accessControl } = useApplication();
  const has = ({ name }: AppResource) => name === resource;
  return resources.find(has) ?? accessControl.find(has);
}

/** The definition of the model with this name; who asks first waits, as for the code of a page. */
export function useDefinition(resource: string | undefined): ResourceDefinition | undefined {
  const found = useAppResource(resource);
  return found && use(loadDefinition(found));
}

/** The same for several models, which are fetched together. */
export function useDefinitions(resources: readonly AppResource[]): readonly ResourceDefinition[] {
  const all = resources.map(loadDefinition);
  const found: ResourceDefinition[] = [];
  for (const one of all) found.push(use(one));
  return found;
}
