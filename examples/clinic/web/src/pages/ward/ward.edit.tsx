import { EditPage } from '#ui';
import { wardFields } from './ward.fields';
import { WardInputs } from './ward.inputs';

/** The form that changes one ward. */
export function WardEdit() {
  return (
    <EditPage fields={wardFields}>
      <WardInputs />
    </EditPage>
  );
}
