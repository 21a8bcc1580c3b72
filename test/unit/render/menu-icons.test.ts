import { describe, expect, it } from 'vitest';
import { iconsOf, MODEL_ICONS } from '../../../src/render/web/icons.js';

describe('the icons of the menu', () => {
  it('have the meaning of the words', () => {
    const icons = iconsOf(['WorkOrder', 'PurchaseOrder', 'Branch', 'Employee', 'Customer']);
    expect(Object.fromEntries(icons)).toEqual({
      WorkOrder: 'BuildOutlined',
      PurchaseOrder: 'ShoppingCartOutlined',
      Branch: 'StorefrontOutlined',
      Employee: 'BadgeOutlined',
      Customer: 'PeopleOutlined',
    });
  });

  it('are none twice as long as there is another of close meaning, and the first ones keep theirs', () => {
    const names = [
      'Customer',
      'Patient',
      'Student',
      'Invoice',
      'Bill',
      'Thing',
      'Gadget',
      'Widget',
    ];
    const icons = iconsOf(names);
    expect(new Set(icons.values()).size).toBe(names.length);
    expect(icons.get('Customer')).toBe('PeopleOutlined');
    for (const icon of icons.values()) expect(MODEL_ICONS).toContain(icon);
    const more = iconsOf([...names, 'Guest']);
    for (const name of names) expect(more.get(name)).toBe(icons.get(name));
  });
});
