import { defineAccess } from '#engine';
import type { Order } from './order.model.js';

/** Who may do what with orders, which rows they see, which fields they read and write. */
export const orderAccess = defineAccess<Order>({});
