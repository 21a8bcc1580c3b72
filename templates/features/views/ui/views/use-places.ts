import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { sessionMayDo, signedInUser } from '../api/session';
import { loadDefinition, useApplication, type AppResource, type Place } from '../application';
import { useLabels } from '../components/texts';
import { USUAL_LABELS, useOwnViews } from './use-views';
import { addressOf, ownView, teamView, type ListView } from './view';

/** The views of all lists, each by the name of its list and its own; none until something is sought. */
export function usePlaces(sought: string): readonly Place[] {
  const translate = useTranslate();
  const labels = useLabels();
  const { resources } = useApplication();
  const seen = resources.filter(({ name }) => sessionMayDo('list', name));
  const isAsked = sought !== '';
  const { data: own = [] } = useOwnViews(isAsked);
  const { data: team = [] } = useQuery({
    queryKey: ['views', 'team', signedInUser()],
    queryFn: () => Promise.all(seen.map(teamViews)),
    staleTime: Infinity,
    retry: false,
    enabled: isAsked,
  });
  const placeOf = ({ name, icon }: AppResource, view: ListView): Place => {
    const usual = USUAL_LABELS[view.label];
    const label = usual === undefined ? view.label : translate(`views.${usual}`);
    return { to: addressOf(name, view), icon, name: `${labels.many(name)}: ${label}` };
  };
  if (!isAsked) return [];
  return seen.flatMap((resource) => [
    ...(team.find((one) => one.name === resource.name)?.views ?? []).map((view) =>
      placeOf(resource, view),
    ),
    ...own
      .filter(({ model }) => model === resource.name)
      .map((view) => placeOf(resource, ownView(view))),
  ]);
}

async function teamViews(resource: AppResource) {
  const { views = [] } = await loadDefinition(resource);
  return { name: resource.name, views: views.map(teamView) };
}
