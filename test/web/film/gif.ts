import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

/** A picture of a film, and how long it stands. */
export interface Frame {
  readonly png: Buffer;
  /** Milliseconds. */
  readonly delay: number;
}

type Palette = readonly (readonly number[])[];
interface FrameOptions {
  palette?: Palette;
  delay: number;
  transparent: boolean;
  transparentIndex: number;
  dispose: number;
}
interface Gifenc {
  GIFEncoder(): {
    writeFrame(pixels: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  };
  quantize(rgba: Uint8Array, colors: number): Palette;
  applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
}
interface Pngjs {
  PNG: { sync: { read(png: Buffer): { width: number; height: number; data: Buffer } } };
}

/** The number in a palette that means: as in the frame before. */
const UNCHANGED = 255;
/** Every so many pixels count for the palette. */
const STEP = 3;

/** Encodes frames of equal size as an animated GIF, which begins again at its end. */
export function encodeGif(frames: readonly Frame[]): Uint8Array {
  const { gifenc, pngjs } = encoders();
  const pictures = frames.map(({ png }) => pngjs.PNG.sync.read(png));
  const { width, height } = pictures[0]!;
  const palette = [...gifenc.quantize(sample(pictures), UNCHANGED)];
  while (palette.length <= UNCHANGED) palette.push([0, 0, 0]);
  const encoder = gifenc.GIFEncoder();
  let shown: Uint8Array | undefined;
  for (const [index, { data }] of pictures.entries()) {
    const pixels = gifenc.applyPalette(new Uint8Array(data), palette.slice(0, UNCHANGED));
    const before = shown;
    encoder.writeFrame(before ? changes(before, pixels) : pixels, width, height, {
      ...(!before && { palette }),
      delay: frames[index]!.delay,
      transparent: before !== undefined,
      transparentIndex: UNCHANGED,
      dispose: 1,
    });
    shown = pixels;
  }
  encoder.finish();
  return encoder.bytes();
}

/** Some of the pixels of all pictures; neighbours in a line are often alike, so that few tell of all. */
function sample(pictures: readonly { data: Buffer }[]): Uint8Array {
  const all = new Uint32Array(
    pictures.flatMap(({ data }) => {
      const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
      return [...pixels.filter((_, index) => index % STEP === 0)];
    }),
  );
  return new Uint8Array(all.buffer);
}

const changes = (before: Uint8Array, after: Uint8Array): Uint8Array =>
  after.map((color, index) => (color === before[index] ? UNCHANGED : color));

/** The packages beside this file, of which nothing else has a use: they are installed here when a film is made. */
function encoders(): { gifenc: Gifenc; pngjs: Pngjs } {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: import.meta.dirname });
  const require = createRequire(import.meta.url);
  return { gifenc: require('gifenc') as Gifenc, pngjs: require('pngjs') as Pngjs };
}
