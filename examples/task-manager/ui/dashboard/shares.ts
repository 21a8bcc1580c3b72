import { inLanguage } from '../i18n/language';

/** The least that a share and a change are told of; what is less, and more than nothing, is `< 1%`. */
const LEAST = { share: 0.01, change: 0.001 };

const PERCENT = inLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
);
const SIGNED = [0, 1].map((digits) =>
  inLanguage(
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        signDisplay: 'exceptZero',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ),
);

/** A part of a whole: nothing is only what is nothing, and 100% only the whole. */
export function shareText(share: number): string {
  if (share > 0 && share < LEAST.share) return less(PERCENT().format(LEAST.share));
  if (share < 1 && share > 1 - LEAST.share) return `>\u00a0${PERCENT().format(1 - LEAST.share)}`;
  return PERCENT().format(share);
}

/** How much more or less: in whole percents, but close to nothing and to a loss of everything in tenths of them. */
export function changeText(change: number): string {
  const [whole, tenths] = SIGNED.map((format) => format());
  const size = Math.abs(change);
  if (isNothing(change)) return size === 0 ? whole!.format(0) : less(tenths!.format(LEAST.change));
  const isTold = size >= 0.01 && !(change > -1 && change < -0.99);
  return isTold ? whole!.format(change) : tenths!.format(Math.max(change, -0.999));
}

/** Whether a change is too small to be told with its direction. */
export const isNothing = (change: number): boolean => Math.abs(change) < LEAST.change / 2;

const less = (text: string): string => `<\u00a0${text.replace('+', '')}`;
