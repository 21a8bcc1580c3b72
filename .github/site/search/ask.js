// Asks the built search questions of newcomers. `questions.json` says which answers a reader sees first or among the first three.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { SEARCH } from './options.js';

const SITE = join(import.meta.dirname, '..');
const CHUNKS = join(SITE, '.tmp/dist/assets/chunks');
const SEEN = { first: 1, amongThree: 3 };

const file = readdirSync(CHUNKS).find((name) => name.startsWith('@localSearchIndexroot'));
const { default: index } = await import(pathToFileURL(join(CHUNKS, file)));
// As the box of the generator loads and asks it.
const search = MiniSearch.loadJSON(index, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  ...SEARCH.options,
  searchOptions: SEARCH.searchOptions,
});
const groups = JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8'));
const questions = Object.entries(groups).flatMap(([group, answered]) =>
  Object.entries(answered).map(([question, answers]) => ({ question, answers, seen: SEEN[group] })),
);
const base = process.env.SITE_BASE ?? '/';

const unanswered = questions.filter(({ question, answers, seen }) => {
  const found = search
    .search(question)
    .slice(0, seen)
    .map(({ id }) => id.slice(base.length).replace('.html', ''));
  const isAnswered = found.some((place) =>
    answers.some(
      (answer) => place === answer || (!answer.includes('#') && place.startsWith(`${answer}#`)),
    ),
  );
  if (!isAnswered || process.argv.includes('--show'))
    process.stderr.write(
      `${isAnswered ? 'answered' : 'NOT ANSWERED'}: ${question}\n${found.map((one) => `  ${one}\n`).join('')}`,
    );
  return !isAnswered;
});
process.stderr.write(
  `site: the search answers ${questions.length - unanswered.length} of ${questions.length} questions\n`,
);
process.exitCode = unanswered.length === 0 ? 0 : 1;
