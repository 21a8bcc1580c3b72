import { useTranslate, useTranslateLabel } from 'react-admin';

/** What a model and its fields are called. */
export function useLabels() {
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const name = (resource: string, count: number) =>
    translate(`resources.${resource}.name`, { smart_count: count, _: resource });
  return {
    one: (resource: string) => name(resource, 1),
    many: (resource: string) => name(resource, 2),
    field: (resource: string, source: string) =>
      String(translateLabel({ resource, source }) ?? source),
  };
}
