import { CreatePage } from '#ui';
import { deviceFields } from './device.fields';
import { DeviceInputs } from './device.inputs';

/** The form for a new device. */
export function DeviceCreate() {
  return (
    <CreatePage fields={deviceFields}>
      <DeviceInputs />
    </CreatePage>
  );
}
