import { EditPage } from '#ui';
import { deviceFields } from './device.fields';
import { DeviceInputs } from './device.inputs';

/** The form that changes one device. */
export function DeviceEdit() {
  return (
    <EditPage fields={deviceFields}>
      <DeviceInputs />
    </EditPage>
  );
}
