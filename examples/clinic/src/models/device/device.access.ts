import { defineAccess } from '#engine';
import type { Device } from './device.model.js';

/** Who may do what with devices, which rows they see, which fields they read and write. */
export const deviceAccess = defineAccess<Device>({
  // Model exceptions: they only narrow what a role may do. '*' is every role not named.
  roles: { Viewer: ['list', 'show'] },
  // Field rules: the roles that read and write a field; a field not named is open.
  fields: {
    serial: { read: ['Admin'], write: ['Admin'] },
    asset_code: { write: ['Admin'] },
    cost: { read: ['Admin'], write: ['Admin'] },
  },
});
