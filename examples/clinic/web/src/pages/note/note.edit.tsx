import { EditPage } from '#ui';
import { noteFields } from './note.fields';
import { NoteInputs } from './note.inputs';

/** The form that changes one note. */
export function NoteEdit() {
  return (
    <EditPage fields={noteFields}>
      <NoteInputs />
    </EditPage>
  );
}
