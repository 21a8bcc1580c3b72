import { CreatePage } from '#ui';
import { tagFields } from './tag.fields';
import { TagInputs } from './tag.inputs';

/** The form for a new tag. */
export function TagCreate() {
  return (
    <CreatePage fields={tagFields}>
      <TagInputs />
    </CreatePage>
  );
}
