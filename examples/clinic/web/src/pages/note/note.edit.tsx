import { EditPage } from '../../components/form/edit-page';
import { noteFields } from './note.fields';
import { NoteInputs } from './note.inputs';

/** The form for a present note. */
export function NoteEdit() {
  return (
    <EditPage fields={noteFields}>
      <NoteInputs />
    </EditPage>
  );
}
