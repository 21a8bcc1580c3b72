import { inflateRawSync } from 'node:zlib';

const DIRECTORY = 0x02014b50;
const DEFLATED = 8;

/** The texts of all files in a ZIP archive, such as a spreadsheet, by its directory. */
export function textsIn(archive: Buffer): string {
  const texts: string[] = [];
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0 && at + 46 <= archive.length;) {
    if (archive.readUInt32LE(at) !== DIRECTORY) break;
    const size = archive.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    const isDeflated = archive.readUInt16LE(at + 10) === DEFLATED;
    texts.push((isDeflated ? inflateRawSync(bytes) : bytes).toString());
    at += 46 + name! + extra! + comment!;
  }
  return texts.join('\n');
}
