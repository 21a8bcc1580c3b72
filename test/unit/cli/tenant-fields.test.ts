import { describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { changeModelField } from '../../../src/cli/commands/model-change-field.js';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const TENANT = 'src/models/tenant/tenant.model.ts';
const LIST = 'src/models/models.gen.ts';
const USER = 'src/models/user/user.model.ts';
const FORM = 'web/src/pages/tenant/tenant.form.tsx';
const project = useProject('clinic');

describe('fields of tenants', { timeout: 180_000 }, () => {
  it('come with a class of the project and leave with the last of them', async () => {
    const [list, user, patient] = [LIST, USER, 'src/models/patient/patient.model.ts'].map((path) =>
      project.read(path),
    );
    expect(await addModelFields(project.context(), 'Tenant', ['street:string'], {})).toBe(0);
    expect(project.read(TENANT)).toContain('street!: string | null;');
    expect(project.read(FORM)).toContain('<TextInput source="street" />');
    expect(project.read(LIST)).toContain('entity: Tenant, access: tenantAccess');
    const own = "import { Tenant } from '../tenant/tenant.model.js';";
    for (const path of [USER, 'src/models/patient/patient.model.ts'])
      expect(project.read(path)).toContain(own);
    expect(project.migration()).toContain(`addColumn('auth_tenant', 'street'`);

    expect(await changeModelField(project.context(), 'Tenant', ['street:string:max=300'], {})).toBe(
      0,
    );
    expect(project.read(FORM)).toContain('<TextInput source="street" max={300} />');
    expect(await renameModelField(project.context(), 'Tenant', 'street', 'address', {})).toBe(0);
    project.edit(TENANT, (text) =>
      text.replace(
        '  @CreateDateColumn',
        "  @Column('text', { nullable: true })\n  notes!: string | null;\n\n  @CreateDateColumn",
      ),
    );
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(FORM)).toContain('<LongTextInput source="notes" />');
    expect(await doctor(project.context())).toBe(0);

    const gone = { dropData: true };
    expect(await removeModelField(project.context(), 'Tenant', 'notes', gone)).toBe(0);
    expect(await removeModelField(project.context(), 'Tenant', 'address', gone)).toBe(0);
    expect(project.files('src/models')).not.toContain('tenant');
    expect(project.read(LIST)).toBe(list);
    expect(project.read(USER)).toBe(user);
    expect(project.read('src/models/patient/patient.model.ts')).toBe(patient);
    expect(await doctor(project.context())).toBe(0);
  });
});
