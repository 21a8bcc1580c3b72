import { beforeEach, expect, test } from 'vitest';
import { dataProvider } from '../../../templates/features/admin/ui/api/data-provider';
import {
  authProvider,
  knownChoices,
  knownRecord,
  needsNoInput,
} from '../../../templates/features/admin/ui/api/session';
import { writeCached } from '../../../templates/features/admin/ui/api/storage';
import {
  chooseTenant,
  chosenTenant,
  forgetTenants,
  isTenantRequired,
  ofSameTenant,
  ofTenant,
  openTenants,
  reachesChosen,
  tenantName,
  tenantOfOther,
  tenantsFor,
  type TenantChoice,
} from '../../../templates/features/admin/ui/api/tenants';
import { fakeService, type Asked } from './fake-service';

const OWN = {
  tenants: [
    { id: 3, name: 'North' },
    { id: 4, name: 'South' },
  ],
  fields: { patient: 'tenant_id' },
  every_tenant: [],
  filled: {},
  by_name: {},
  required: { patient: 'tenant_id' },
};
const LIST = {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'id', order: 'DESC' as const },
};

let asked: Asked[];
beforeEach(() => {
  asked = fakeService(({ method }) => ({ body: method === 'POST' ? { id: 1 } : [] }));
  forgetTenants();
  openTenants(1, [3, 4], OWN);
});

const queryOf = ({ url }: Asked) => new URLSearchParams(url.split('?')[1]);
const lastQuery = () => queryOf(asked.at(-1)!);
const list = (resource: string, filter = {}) => dataProvider.getList(resource, { ...LIST, filter });

test('who works in all tenants asks for the lists as they are', async () => {
  await list('patient');
  expect(lastQuery().has('tenant_id')).toBe(false);
  expect(ofTenant('patient')).toEqual({});
});

test('the chosen tenant narrows lists of models with tenants, unless somebody filters by it', async () => {
  chooseTenant(1, 4);
  await list('patient', { q: 'a' });
  expect(lastQuery().get('tenant_id')).toBe('4');
  await list('patient', { tenant_id: [3] });
  expect(lastQuery().getAll('tenant_id')).toEqual(['3']);
  await list('constructor');
  expect(lastQuery().has('tenant_id')).toBe(false);
});

test('records by their ids, and what is related to one, are there in every tenant', async () => {
  chooseTenant(1, 4);
  await dataProvider.getMany('patient', { ids: [7] });
  expect(lastQuery().has('tenant_id')).toBe(false);
  const related = { ...LIST, filter: {}, target: 'doctor_id', id: 7 };
  await dataProvider.getManyReference('patient', related);
  expect(lastQuery().has('tenant_id')).toBe(false);
});

test('a new record is of the chosen tenant, unless it says another or none', async () => {
  chooseTenant(1, 4);
  const made = async (data: object) => {
    await dataProvider.create('patient', { data });
    return asked.at(-1)?.body;
  };
  expect(await made({ name: 'a' })).toEqual({ name: 'a', tenant_id: 4 });
  // As a form has it whose user gets no input for it.
  expect(await made({ name: 'a', tenant_id: undefined })).toEqual({ name: 'a', tenant_id: 4 });
  expect(await made({ tenant_id: 3 })).toEqual({ tenant_id: 3 });
  expect(await made({ tenant_id: null })).toEqual({ tenant_id: null });
});

test('the choice is kept for its user, as long as they belong to the tenant, until they sign out', async () => {
  chooseTenant(1, 4);
  openTenants(2, [3, 4], OWN);
  expect(chosenTenant()).toBeNull();
  openTenants(1, [3, 4], OWN);
  expect(chosenTenant()).toBe(4);
  chooseTenant(1, 9);
  expect(chosenTenant()).toBeNull();
  chooseTenant(1, 4);
  await authProvider.logout({});
  expect(chosenTenant()).toBeNull();
  openTenants(1, [3, 4], OWN);
  expect(chosenTenant()).toBeNull();
});

test('who has one tenant has no choice, but sees its name', () => {
  const [north] = OWN.tenants;
  chooseTenant(1, 3);
  openTenants(1, [3], { ...OWN, tenants: [north!] });
  expect(chosenTenant()).toBeNull();
  expect(ofTenant('patient')).toEqual({});
  expect(tenantName('tenant', 3)).toBe('North');
  expect(tenantName('tenant', 4)).toBeUndefined();
});

test('what the service fills in needs no input, unless the user may list what there is', () => {
  const filled = { note: ['created_by_id', 'tenant_id'] };
  openTenants(1, [3], { ...OWN, filled, required: {} });
  const author = { source: 'created_by_id', reference: 'user' };
  writeCached('user', { id: 1, roles: ['Manager'] });
  expect(needsNoInput('note', author)).toBe(true);
  expect(needsNoInput('note', { source: 'customer_id', reference: 'customer' })).toBe(false);
  expect(needsNoInput('customer', author)).toBe(false);
  writeCached('user', { id: 1, roles: ['Admin'] });
  expect(needsNoInput('note', author)).toBe(false);
});

test('users know their own name, and those of their tenants, without reading any', () => {
  writeCached('user', { id: 7, username: 'mona', first_name: 'Mona', last_name: 'Lind' });
  expect(knownRecord('user', 7)).toBe('Mona Lind');
  expect(knownRecord('user', 8)).toBeUndefined();
  expect(knownRecord('tenant', 4)).toBe('South');
  expect(knownRecord('note', 4)).toBeUndefined();
});

test('a tenant must be named where the service says so', () => {
  expect(isTenantRequired('patient', 'tenant_id')).toBe(true);
  expect(isTenantRequired('patient', 'doctor_id')).toBe(false);
  expect(isTenantRequired('constructor', 'tenant_id')).toBe(false);
});

test('records have any tenant where a role sees those of every one, elsewhere the own', () => {
  const choice: TenantChoice = { ...OWN, every_tenant: ['patient'], own: [4], chosen: null };
  expect(tenantsFor('patient', choice)).toEqual(OWN.tenants);
  expect(tenantsFor('note', choice)).toEqual([{ id: 4, name: 'South' }]);
});

test('records are made in the chosen tenant where it is an own one, or the role sees them in every one', () => {
  openTenants(1, [3], { ...OWN, fields: { patient: 'tenant_id', note: 'tenant_id' } });
  expect(['patient', 'note', 'tag'].map(reachesChosen)).toEqual([true, true, true]);
  chooseTenant(1, 4);
  expect(['patient', 'note', 'tag'].map(reachesChosen)).toEqual([false, false, true]);
  const fields = { patient: 'tenant_id', note: 'tenant_id' };
  openTenants(1, [3], { ...OWN, fields, every_tenant: ['note'] });
  expect(['patient', 'note'].map(reachesChosen)).toEqual([false, true]);
});

test('who may not list the records of a reference filters by their tenants, if there are several, and by themselves', () => {
  writeCached('user', { id: 7, username: 'mona', first_name: 'Mona', last_name: 'Lind' });
  const both: TenantChoice = { ...OWN, own: [3, 4], chosen: null };
  expect(knownChoices('note', 'tenant', both)).toEqual(OWN.tenants);
  expect(knownChoices('note', 'tenant', { ...both, own: [4] })).toEqual([]);
  expect(knownChoices('note', 'user', both)).toEqual([{ id: 7, name: 'Mona Lind' }]);
  expect(knownChoices('note', 'customer', both)).toEqual([]);
});

test('a record of one tenant is offered those of the same tenant, where there is a difference', () => {
  expect(ofSameTenant(4, 'patient')).toEqual({ tenant_id: 4 });
  expect(ofSameTenant(null, 'patient')).toEqual({});
  expect(ofSameTenant(4, 'doctor')).toEqual({});
  openTenants(1, [4], { ...OWN, tenants: [{ id: 4, name: 'South' }] });
  expect(ofSameTenant(4, 'patient')).toEqual({});
});

test('a record that is made for another one is of its tenant, where the user has to name one', () => {
  openTenants(1, [3, 4], {
    ...OWN,
    fields: { patient: 'tenant_id', visit: 'clinic_id', note: 'tenant_id' },
    required: { visit: 'clinic_id' },
  });
  const patient = { id: 7, tenant_id: 4 };
  expect(tenantOfOther('visit', 'patient', patient)).toEqual({ clinic_id: 4 });
  // The service fills in the one of a note; a ward is of no tenant, nor is what is made for it.
  expect(tenantOfOther('note', 'patient', patient)).toEqual({});
  expect(tenantOfOther('visit', 'ward', { id: 7 })).toEqual({});
  expect(tenantOfOther('visit', 'patient', { id: 7 })).toEqual({});
});
