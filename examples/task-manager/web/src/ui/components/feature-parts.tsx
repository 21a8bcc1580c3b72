import { useApplication } from '../application/application';

/** What the features of this back-office add to a place. */
export function FeatureParts({ of }: { of: 'Header' | 'ListAction' | 'ShowAction' }) {
  const { features } = useApplication();
  return features.map(({ name, [of]: Part }) => Part && <Part key={name} />);
}
