import { EditPage } from '#ui';
import { diaryFields } from './diary.fields';
import { DiaryInputs } from './diary.inputs';

/** The form that changes one diary. */
export function DiaryEdit() {
  return (
    <EditPage fields={diaryFields}>
      <DiaryInputs />
    </EditPage>
  );
}
