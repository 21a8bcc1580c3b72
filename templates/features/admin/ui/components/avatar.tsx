import { Box } from '@mui/material';
import { useApplication, useAppResource, type Row } from '../application';
import { FACE } from '../theme/tone';

interface FaceProps {
  /** Whose records are people. */
  resource: string;
  /** The person, whose name stands beside. */
  row: Row;
  /** In pixels. */
  size?: number;
}

/** What stands before the name of a person: their picture where their record has one, else their initials. */
export function Face({ resource, row, size = 18 }: FaceProps) {
  const source = useAppResource(resource)?.picture;
  const Portrait = useApplication().features.find((one) => one.Portrait !== undefined)?.Portrait;
  const initials = <Initials name={row._label} size={size} />;
  if (source === undefined || Portrait === undefined || row[source] == null) return initials;
  return (
    <Portrait {...{ resource, row, source, size }} key={`${row.id}`}>
      {initials}
    </Portrait>
  );
}

interface FaceOfProps {
  resource: string;
  /** Missing where the reader may not see it, or it has not come yet. */
  row: Row | null | undefined;
}

/** The face of a record before its name, if it is a person. */
export function FaceOf({ resource, row }: FaceOfProps) {
  const isPerson = useAppResource(resource)?.people === true;
  if (!isPerson || row == null) return null;
  return (
    <>
      <Face resource={resource} row={row} />{' '}
    </>
  );
}

/** The face of the signed-in user, by their name. */
export function OwnFace({ name, size }: { name: string; size: number }) {
  const { features } = useApplication();
  const OwnPortrait = features.find((one) => one.OwnPortrait !== undefined)?.OwnPortrait;
  const initials = <Initials name={name} size={size} />;
  return OwnPortrait ? <OwnPortrait size={size}>{initials}</OwnPortrait> : initials;
}

interface InitialsProps {
  /** Of a person, which stands beside them. */
  name: string;
  /** In pixels. */
  size?: number;
}

/** The initials of a person, in a colour that is always the same for the same name. */
export function Initials({ name, size = 18 }: InitialsProps) {
  const style = { '--hue': hueOf(name), '--size': `${size}px` } as object;
  return (
    <Box component="span" aria-hidden className={FACE} style={style}>
      {initialsOf(name)}
    </Box>
  );
}

/** The first letters of the first and the last word of a name; of `Lee, Ann`, too, in the order in which she says it. */
export function initialsOf(name: string): string {
  const [last = '', ...given] = name.split(/,\s*/);
  const words = [...given, last].join(' ').match(/[\p{L}\p{N}][^\s(]*/gu) ?? [];
  const [first = '', other = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = other === '' ? [...first].slice(0, 2) : [[...first][0], [...other][0]];
  return letters.join('').toUpperCase();
}

/** A hue in degrees. */
function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 3600;
  return (sum * 137) % 360;
}
