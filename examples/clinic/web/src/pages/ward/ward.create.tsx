import { CreatePage } from '#ui';
import { wardFields } from './ward.fields';
import { WardInputs } from './ward.inputs';

/** The form for a new ward. */
export function WardCreate() {
  return (
    <CreatePage fields={wardFields}>
      <WardInputs />
    </CreatePage>
  );
}
