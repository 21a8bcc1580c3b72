import { OFFICE, PUBLISHING, SCHOOL, SHOP, SOFTWARE } from './desk-trades.js';
import { BUILDING, CLINIC, GARAGE, KITCHEN, LODGING } from './hand-trades.js';
import type { Trade } from './trade.js';

/** Of several that a project's models fit, the first; the last fits all. */
export const TRADES: readonly Trade[] = [
  GARAGE,
  CLINIC,
  KITCHEN,
  LODGING,
  BUILDING,
  SCHOOL,
  SHOP,
  SOFTWARE,
  PUBLISHING,
  OFFICE,
];
