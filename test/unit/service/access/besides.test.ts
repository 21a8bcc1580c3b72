import { expect, test } from 'vitest';
import type { Action } from '../../../../templates/service/engine/model/access-rules.js';
import { Model } from '../../../../templates/service/engine/model/field.js';
import type { ModelInfo } from '../../../../templates/service/engine/model/model-info.js';
import * as tools from '../../../../templates/service/engine/tools/index.js';
import { besidesOf } from '../../../../templates/tools/access/besides.js';

@Model({ prefix: '/order', trash: '30d' })
class Order {}

@Model({ prefix: '/note' })
class Note {}

const told = (may: readonly Action[], action: Action, id: number | null = null, entity = Order) =>
  besidesOf(tools, { entity, name: entity.name, prefix: 'order' } as unknown as ModelInfo, {
    action,
    id,
    may: (one) => may.includes(one),
  });

test('who may delete sees the trash of what they see', () => {
  expect(told(['list', 'show', 'delete'], 'list')).toEqual([
    'GET /order?_deleted=only shows each Order in the trash that this user may list and delete',
  ]);
  expect(told(['list', 'show', 'delete'], 'show', 7)).toEqual([
    'GET /order/7?_deleted=only shows each Order in the trash that this user may show and delete',
  ]);
  expect(told(['list', 'show'], 'list')).toEqual([
    'GET /order?_deleted=only is 403: who may not delete its records does not see them there',
  ]);
  expect(told(['delete'], 'list')).toEqual([
    'GET /order?_deleted=only is 403, as it is without the parameter',
  ]);
});

test('restoring takes the right to create, and deleting for good that to delete', () => {
  expect(told(['create', 'delete'], 'delete', 7)).toEqual([
    'the Order goes to the trash; DELETE /order/7?_deleted=only is what deletes it for good, with the same right',
    'POST /order/7/_restore takes it out of the trash, if this user might create it as it was',
  ]);
  expect(told(['delete'], 'delete')[1]).toBe(
    'POST /order/<id>/_restore is 403: who may not create one restores none',
  );
  expect(told(['list'], 'delete')).toEqual([]);
});

test('nothing is said of models without a trash, nor of other actions', () => {
  expect(told(['list', 'show', 'delete'], 'list', null, Note)).toEqual([]);
  expect(told(['list', 'create', 'delete'], 'create')).toEqual([]);
});
