import {
  BooleanColumn,
  ChoiceColumn,
  DateColumn,
  DatetimeColumn,
  ListPage,
  ReferenceColumn,
  ReferencesColumn,
  TextColumn,
} from '#ui';

/** Columns that are hidden by default. */
const HIDDEN = [
  'born_on',
  'insured',
  'diagnosis',
  'tags',
  'relatives',
  'tenant_id',
  'created_at',
  'updated_at',
];

/** All patients: to search, filter, sort, export and change together. */
export function PatientList() {
  return (
    <ListPage hidden={HIDDEN}>
      <TextColumn source="number" />
      <TextColumn source="national_id" />
      <TextColumn source="first_name" />
      <TextColumn source="last_name" />
      <DateColumn source="born_on" />
      <BooleanColumn source="insured" />
      <ChoiceColumn source="risk" />
      <TextColumn source="diagnosis" />
      <ReferenceColumn source="doctor_id" reference="doctor" />
      <ReferencesColumn source="tags" reference="tag" />
      <ReferencesColumn source="relatives" reference="patient" />
      <ReferenceColumn source="tenant_id" reference="tenant" />
      <DatetimeColumn source="created_at" />
      <DatetimeColumn source="updated_at" />
    </ListPage>
  );
}
