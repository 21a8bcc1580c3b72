import { EditPage } from '#ui';
import { tagFields } from './tag.fields';
import { TagInputs } from './tag.inputs';

/** The form that changes one tag. */
export function TagEdit() {
  return (
    <EditPage fields={tagFields}>
      <TagInputs />
    </EditPage>
  );
}
