import { defineAccess } from '#engine';
import type { OrderLine } from './order-line.model.js';

/** Who may do what with order lines, which rows they see, which fields they read and write. */
export const orderLineAccess = defineAccess<OrderLine>({});
