/** The bytes of a file, in pieces; read as often as needed. */
export type Bytes = () => AsyncIterable<Uint8Array>;

/** A file that is not in the encoding that it is read by. */
export class WrongEncoding extends Error {
  override readonly name = 'WrongEncoding';
}

const MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** How much of a file shows whether its texts have two bytes for each letter. */
const BEGINNING = 2000;

/** The encoding of a file: by its mark, else UTF-8 where all of it is, else what Windows writes in the west. */
export async function guessEncoding(bytes: Bytes): Promise<string> {
  for await (const first of bytes()) {
    const marked = MARKS.find(([, mark]) => mark.every((byte, at) => first[at] === byte));
    if (marked) return marked[0];
    const start = [...first.subarray(0, BEGINNING)];
    const zeros = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd));
    if (zeros[1]!.length > start.length / 8) return 'utf-16le';
    if (zeros[0]!.length > start.length / 8) return 'utf-16be';
    break;
  }
  try {
    for await (const text of decoded(bytes, 'utf-8')) void text;
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The name by which decoders know an encoding; null for one that they do not know. */
export function knownEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** The text of a file without its mark; throws where it is in another encoding. */
export async function* decoded(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const textOf = (piece?: Uint8Array): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new WrongEncoding(`The file is not in ${encoding}.`);
    }
  };
  for await (const piece of bytes()) yield clean(textOf(piece));
  yield clean(textOf());
}

/** No text has NUL, but bytes of two for each letter look so in an encoding of one. */
function clean(text: string): string {
  if (text.includes('\0')) throw new WrongEncoding('The texts of the file contain NUL.');
  return text;
}
