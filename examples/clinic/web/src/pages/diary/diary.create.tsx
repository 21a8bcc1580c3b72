import { CreatePage } from '#ui';
import { diaryFields } from './diary.fields';
import { DiaryInputs } from './diary.inputs';

/** The form for a new diary. */
export function DiaryCreate() {
  return (
    <CreatePage fields={diaryFields}>
      <DiaryInputs />
    </CreatePage>
  );
}
