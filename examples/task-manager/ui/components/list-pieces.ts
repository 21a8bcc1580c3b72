import { ALL } from './formats';

/** A conjunction of items that are not text, piece by piece: an index into the list, or a separator. */
export function listPieces(length: number): readonly (number | string)[] {
  const places = Array.from({ length }, (_, at) => String(at));
  return ALL()
    .formatToParts(places)
    .map(({ type, value }) => (type === 'element' ? Number(value) : value));
}
