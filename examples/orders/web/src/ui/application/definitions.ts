import type { AppResource, ResourceDefinition } from './app-resource';

const asked = new Map<string, Promise<ResourceDefinition>>();
const known = new Map<string, ResourceDefinition>();

/** The definition of a model, fetched once; one that could not be fetched is missing until the page is loaded again, as its code is. */
export function loadDefinition({ name, load }: AppResource): Promise<ResourceDefinition> {
  const answer = asked.get(name) ?? load().then((found) => remember(name, found));
  asked.set(name, answer);
  return answer;
}

function remember(name: string, found: ResourceDefinition): ResourceDefinition {
  known.set(name, found);
  return found;
}

/** What a model calls a field or a list of related records; undefined while nobody has opened the model. */
export function knownLabel(resource: string, source: string): string | undefined {
  return known.get(resource)?.messages.fields[source];
}
