/** Single files that the generator has from features: the copy, and the file that it is of. */
export const COPIED: Readonly<Record<string, string>> = {
  'src/model/known-types.ts': 'templates/features/native-types/engine/native-types/known-types.ts',
  'src/model/exact-number.ts':
    'templates/features/exact-decimals/engine/exact-decimals/exact-number.ts',
};
