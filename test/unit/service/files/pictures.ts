import sharp from 'sharp';
import type { Content } from './shop.js';

/** A picture of a camera: it lies on its side, and tells where it was taken. */
export async function photo(width = 60, height = 40): Promise<Content> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#1e88e5' } })
    .withExif({ IFD0: { Make: 'Camera of Ann' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { bytes, name: 'holiday.jpg' };
}

/** A picture that moves, of so many pages. */
export async function animation(side: number, pages: number): Promise<Uint8Array> {
  const page = { width: side, height: side * pages, channels: 3 as const, pageHeight: side };
  const noise = Buffer.alloc(side * side * pages * 3, 0).map((_, at) => (at * 7) % 251);
  return sharp(noise, { raw: page }).gif({ loop: 0 }).toBuffer();
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 255]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose header promises so many pixels, and whose data is one block of zeros. */
export function hugePng(width: number, height: number, data = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** A GIF with a canvas of this side, and so many frames of a pixel. */
export function framedGif(side: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const header = Buffer.concat([
    ...[Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])],
  ]);
  const frame = Buffer.from([
    ...[0x21, 0xf9, 4, 0, 1, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0],
  ]);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}
