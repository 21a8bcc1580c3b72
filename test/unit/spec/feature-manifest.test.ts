import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manifestSchema } from '../../../src/project/change/outside-feature.js';
import { featuresIn } from '../../../src/render/features.js';
import { readManifest } from '../../../src/spec/feature-manifest.js';
import { templates } from '../../golden/example.js';

const schema = JSON.parse(manifestSchema()) as object;
const read = (text: string) => readManifest('feature.json', text, schema);
const problemsOf = (text: string) => {
  const found = read(text);
  return 'problems' in found ? found.problems : [];
};

/** What only features of crudgen have. */
const OURS = ['default', 'broughtBy', 'rooms', 'reads', 'overrides'];

/**
 * What they may also have: lists in `details`, a package that is a folder of the project, scripts that npm runs, a service that is
 * rendered, and tables that tell of records and files.
 */
const OURS_ALONE =
  /^`(settings\.\d+\.details|devDependencies\.@mui\/icons-material|prebuild)`|^`service\.from`.*\.gen\.js|`tables\.\w+\.personal\.rows\.\d+`/;

describe('the manifest of a feature', () => {
  it.each(featuresIn(templates()).map(({ name }) => name))(
    'has the words of our own: %s',
    (name) => {
      const text = templates().get(`features/${name}/feature.json`)!;
      const own = Object.entries(JSON.parse(text) as object).filter(([key]) => !OURS.includes(key));
      const manifest = { name, version: '1.0.0', ...Object.fromEntries(own) };
      const found = problemsOf(JSON.stringify(manifest)).map(({ message }) => message);
      expect(found.filter((message) => !OURS_ALONE.test(message))).toEqual([]);
    },
  );

  it('may have comments, and says where it is no JSON', () => {
    expect(problemsOf('// ours\n{ "name": "a", "version": "1.0.0", "about": "an a", }')).toEqual(
      [],
    );
    expect(problemsOf('{ "name": "a"\n "version": 1 }')).toMatchObject([
      { code: 'json-syntax', at: { line: 2 } },
    ]);
    expect(problemsOf('')).toMatchObject([{ code: 'json-syntax' }]);
    expect(problemsOf('[]')).toMatchObject([
      { code: 'wrong-type', message: 'a feature must be an object, not a list' },
    ]);
  });

  it('has a line, a message and a help for whatever else it is', () => {
    const keys = fc.constantFrom(
      'name',
      'version',
      'needs',
      'tables',
      'settings',
      'imports',
      'docs',
      'x/~y',
    );
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue()), (value) => {
        for (const { at, message, help } of problemsOf(JSON.stringify(value, null, 1)))
          expect([at!.line > 0, message !== '', help !== '']).toEqual([true, true, true]);
      }),
    );
  });
});
