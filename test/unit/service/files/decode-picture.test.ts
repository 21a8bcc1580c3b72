import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PictureDecoder } from '../../../../templates/features/files/engine/files/pictures/decode-picture.js';
import { animation, photo } from './pictures.js';

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const limits = { memory: 1_000_000, patience: 30_000 };

function workOf(bytes: Uint8Array, format: string, width: number | null = null) {
  const from = join(folder, crypto.randomUUID());
  writeFileSync(from, bytes);
  return { from, to: `${from}.to`, format, width };
}

const codeOf = (decoded: Promise<unknown>): Promise<unknown> =>
  decoded.then(
    () => 'decoded',
    (error: { readonly detail?: string }) => error.detail,
  );

test('a picture that moves goes on moving, and its small one does not', async () => {
  const gif = await animation(40, 5);
  const decoder = new PictureDecoder(limits);
  const whole = workOf(gif, 'gif');
  expect(await decoder.decode(whole, 'photo')).toMatchObject({ width: 40, height: 40 });
  expect(await sharp(whole.to, { animated: true }).metadata()).toMatchObject({ pages: 5 });
  const small = workOf(gif, 'gif', 20);
  expect(await decoder.decode(small, 'photo')).toMatchObject({ width: 20, height: 20 });
  expect((await sharp(small.to).metadata()).pages).toBeUndefined();
});

test('a picture is read by the decoder of its kind alone', async () => {
  const { bytes } = await photo();
  const decoder = new PictureDecoder(limits);
  for (const format of ['png', 'gif', 'webp'])
    expect(await codeOf(decoder.decode(workOf(Buffer.from(bytes), format), 'photo'))).toBe(
      'photo: the picture cannot be read.',
    );
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  expect(await codeOf(decoder.decode(workOf(svg, 'png'), 'photo'))).toContain('cannot be read');
});

test('a picture that takes too long, or too much, is given up, and the next one is read', async () => {
  const { bytes } = await photo();
  const work = () => workOf(Buffer.from(bytes), 'jpeg');
  const hasty = new PictureDecoder({ ...limits, patience: 1 });
  expect(await codeOf(hasty.decode(work(), 'photo'))).toBe(
    'photo: the picture takes too long to read.',
  );
  const poor = new PictureDecoder({ ...limits, memory: 60_000 });
  const given = work();
  if (process.platform === 'linux')
    expect(await codeOf(poor.decode(given, 'photo'))).toBe('photo: the picture cannot be read.');
  expect(existsSync(given.to)).toBe(false);
  expect(await codeOf(new PictureDecoder(limits).decode(work(), 'photo'))).toBe('decoded');
});

test('pictures are read one at a time, and not any number of them waits', async () => {
  const decoder = new PictureDecoder({ ...limits, patience: 1 });
  const { bytes } = await photo();
  const all = Array.from({ length: 55 }, () =>
    codeOf(decoder.decode(workOf(Buffer.from(bytes), 'jpeg'), 'photo')),
  );
  const told = await Promise.all(all);
  expect(told.filter((one) => one === 'Too many pictures are being read: try again.')).toHaveLength(
    5,
  );
});
