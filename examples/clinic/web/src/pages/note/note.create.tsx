import { CreatePage } from '#ui';
import { noteFields } from './note.fields';
import { NoteInputs } from './note.inputs';

/** The form for a new note. */
export function NoteCreate() {
  return (
    <CreatePage fields={noteFields}>
      <NoteInputs />
    </CreatePage>
  );
}
