import { expect } from 'vitest';
import { HttpProblem } from '../../templates/service/engine/problem/problem.js';
import { fileOf } from './csv.js';
import { rowsOfFile, type Cell } from '../../templates/tools/prove/doors/csv.js';
import type { FileAnswer } from './file-doors.js';
import {
  NaiveChoices,
  NaiveImport,
  type CellProblem,
  type Column,
  type FileRow,
  type NaivePlan,
  type NaiveWrite,
  type Result,
} from './naive-import.js';
import type { Person, Row } from '../../templates/tools/prove/naive/naive.js';
import { MODELS, type Name } from './random-policy.js';
import { randomFile } from './random-file.js';
import { demandSame } from './told.js';
import type { Trial } from './trial.js';

/** An import as its owner is told of it. */
interface Import {
  readonly id: number;
  readonly state: string;
  readonly on: readonly string[] | null;
  readonly columns: readonly (Column & { readonly refused?: string })[];
  readonly fields: readonly { readonly name: string; readonly by?: readonly string[] }[];
  readonly choices: { readonly on: readonly (readonly string[])[] };
  readonly problems: readonly CellProblem[];
  readonly rows: number;
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly error: string | null;
}

interface FailedRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  readonly problems: readonly CellProblem[];
}

/**
 * A file by one user, from door to door: what it may be for, what is decided, what a check says, and what is written. Row by row
 * it comes to what the same writes come to, and tells of nothing else.
 */
export async function askImport(trial: Trial, user: Person, name: Name): Promise<void> {
  await new Asked(trial, user, name).ask();
  trial.database.take();
}

class Asked {
  readonly #trial: Trial;
  readonly #name: Name;
  #user: Person;
  #where = '';
  /** How often somebody's rights have changed meanwhile. */
  #rights = 0;
  #rows: readonly FileRow[] = [];

  constructor(trial: Trial, user: Person, name: Name) {
    this.#trial = trial;
    this.#user = user;
    this.#name = name;
  }

  async ask(): Promise<void> {
    const { dice } = this.#trial;
    const one = await this.#upload();
    if (one === null) return;
    await this.#askOthers(one.id);
    const plan = await this.#decide(one);
    if (plan === null) return;
    const checked = dice.chance(0.7) ? await this.#askWork(one.id, 'check', plan) : null;
    const before = this.#rights;
    const run = await this.#askWork(one.id, 'run', plan);
    await this.#askOthers(one.id);
    // A check tells what would come of it.
    if (checked && run && this.#rights === before) demandSame(run, checked, this.#where);
  }

  get #choices(): NaiveChoices {
    return new NaiveChoices(this.#trial.naive, this.#user, this.#name);
  }

  /** Now and then somebody's rights are others from now on. */
  #changeRights(probability: number): void {
    if (!this.#trial.dice.chance(probability)) return;
    this.#rights += 1;
    this.#trial.changePermissions();
    this.#user = this.#trial.users.find(({ id }) => id === this.#user.id)!;
    this.#where += ` now ${JSON.stringify(this.#user)}`;
  }

  async #send(door: string, method: string, path: string, body?: object | string) {
    const answer = await this.#trial.files.ask(this.#user, method, path, body);
    this.#trial.count(door, answer.status);
    return answer;
  }

  /** Brings a file: what is guessed from it follows from what its user may write, and from what they see. */
  async #upload(): Promise<Import | null> {
    const { engine } = this.#trial;
    const [user, name] = [this.#user, this.#name];
    const { headers, rows } = randomFile(this.#trial, user, name, this.#choices);
    const text = fileOf(headers, rows);
    this.#rows = rows.map((cells, at) => ({ number: at + 2, cells }));
    this.#where = `import of ${name} ${JSON.stringify(text)} as ${JSON.stringify(user)}`;
    const path = `/_imports?model=${engine.model(name).prefix}`;
    const answer = await this.#send('import', 'POST', path, text);
    if (!this.#choices.mayImport) return this.#demandRefused(answer, 403);
    demandSame(answer.status, 201, `${this.#where}: ${answer.text}`);
    const one = answer.body as Import;
    const fields = this.#choices.fields(one.on);
    demandSame(one.choices.on, this.#choices.keys, this.#where);
    const on = headers.includes('id') && this.#choices.mayEdit ? ['id'] : null;
    const found = this.#choices.keys.find((key) => key.every((part) => headers.includes(part)));
    demandSame(one.on, on ?? (this.#choices.mayCreate ? null : (found ?? null)), this.#where);
    demandSame(one.fields.map((field) => field.name).sort(), [...fields].sort(), this.#where);
    for (const field of one.fields) {
      demandSame(field.by, this.#waysOf(field.name), this.#where);
    }
    const guessed = headers.map((header, at) => {
      if (fields.includes(header))
        return { header, field: header, ...this.#wayOf(header, at, one) };
      const refused = this.#choices.refusal(header);
      return { header, ...(refused === 'read-only' && { field: null }), refused };
    });
    demandSame(one.columns, guessed, this.#where);
    return one;
  }

  /** By what records are found that a column refers to; undefined where it refers to none. */
  #waysOf(field: string | null): readonly string[] | undefined {
    const known = fieldOf(this.#name, field);
    return known?.to === undefined ? undefined : this.#choices.ways(known);
  }

  /** What finds most of the records that a column names; ids where all are numbers, which count as found below the name of the field itself. */
  #wayOf(header: string, at: number, one: Pick<Import, 'on'>): { by?: string } {
    const field = fieldOf(this.#name, header);
    const all = this.#waysOf(header);
    if (field?.to === undefined || !all) return {};
    const plan = { columns: [], on: one.on };
    const asked = new NaiveImport(this.#trial.naive, this.#user, this.#name, plan);
    const texts = [...new Set(this.#rows.flatMap(({ cells }) => asked.texts(cells[at]!, field)))];
    if (all.includes('id') && texts.every((text) => /^\d+$/.test(text))) return { by: 'id' };
    const ways = all.filter((way) => way !== 'id');
    const counts = ways.map(
      (way) => texts.filter((text) => asked.found(field.to!, way, text).length > 0).length,
    );
    const most = Math.max(0, ...counts);
    const ids = texts.filter((text) => /^-?\d+$/.test(text)).length;
    if (all.includes('id') && header.endsWith('_id') && ids > 0 && ids >= most) return { by: 'id' };
    return { by: (most > 0 ? ways[counts.indexOf(most)] : ways.at(-1)) ?? 'id' };
  }

  /** Decides what becomes of the columns; null where that is refused, or does not suffice. */
  async #decide({ id, columns: guessed }: Import): Promise<NaivePlan | null> {
    const { dice } = this.#trial;
    this.#changeRights(0.05);
    const keys = this.#choices.keys;
    const mapped = keys.filter((key) => guessed.some(({ header }) => key.includes(header)));
    const on =
      keys.length > 0 && dice.chance(0.6) ? dice.pick([...mapped, ...mapped, ...keys]) : null;
    const asked = dice.chance(0.05)
      ? dice.pick([['name'], ['code'], ['pin'], ['tenant_id', 'id']])
      : on;
    const open = this.#choices.fields(asked);
    const columns = guessed.map(({ header }): Column => {
      const isFree = dice.chance(0.02);
      const isKept = header === 'id' ? on?.[0] === 'id' || dice.chance(0.05) : dice.chance(0.95);
      if (!isFree && (!open.includes(header) || !isKept)) return { header, field: null };
      return { header, field: header, by: this.#anyWay(header) };
    });
    const plan: NaivePlan = { columns, on: asked };
    const body = { on: asked, columns: columns.map(({ field, by }) => ({ field, by })) };
    this.#where += ` ${JSON.stringify(body)}`;
    const answer = await this.#send('import columns', 'PATCH', `/_imports/${id}`, body);
    if (!this.#choices.mayImport) return this.#demandRefused(answer, 403);
    const isKey = asked === null || keys.some((key) => key.join() === asked.join());
    const fits = columns.every(({ field, by }) => {
      if (field === null) return true;
      return open.includes(field) && (by === undefined || this.#waysOf(field)?.includes(by));
    });
    if (!isKey || !fits) return this.#demandRefused(answer, 422);
    demandSame(answer.status, 200, `${this.#where}: ${answer.text}`);
    const one = answer.body as Import;
    const decided = { columns: one.columns, on: one.on };
    for (const [at, { field, by }] of columns.entries()) {
      const way = by ?? (field === null ? undefined : this.#wayOf(field, at, plan).by);
      demandSame([one.columns[at]!.field, one.columns[at]!.by], [field, way], this.#where);
    }
    this.#demandProblems(one.problems, decided);
    return decided;
  }

  #anyWay(header: string): string | undefined {
    const { dice } = this.#trial;
    const ways = this.#waysOf(header);
    if (!ways) return undefined;
    if (dice.chance(0.02)) return dice.pick(['id', 'code', 'label', 'name']);
    // Mostly by what finds most of them.
    return dice.chance(0.6) ? undefined : dice.pick(ways);
  }

  #demandProblems(told: readonly CellProblem[], plan: NaivePlan): void {
    const codes = told.map(({ field, code }) => `${field} ${code}`).sort();
    demandSame(codes, [...this.#choices.problems(plan)].sort(), this.#where);
  }

  /** Checks or runs: null where it is not begun, or ends before its first row. */
  async #askWork(id: number, work: 'check' | 'run', plan: NaivePlan): Promise<object | null> {
    const { naive, files } = this.#trial;
    this.#changeRights(0.08);
    const begun = await this.#send(work, 'POST', `/_imports/${id}/${work}`);
    if (!this.#choices.mayImport) return this.#demandRefused(begun, 403);
    const problems = this.#choices.problems(plan);
    if (problems.length > 0) {
      demandSame(begun.status, 422, `${this.#where}: ${begun.text}`);
      this.#demandProblems((begun.body as Import).problems, plan);
      return null;
    }
    demandSame(begun.status, 202, `${this.#where}: ${begun.text}`);
    await files.settled();
    const one = (await this.#send(`${work} told`, 'GET', `/_imports/${id}`)).body as Import;
    const failed = await this.#failedRows(id, plan);
    const stored = await this.#trial.stored();
    if (one.error !== null || this.#isClosed(plan)) return this.#demandEnded(one, failed, plan);
    const ids = this.#newIds(stored);
    const expected = new NaiveImport(naive, this.#user, this.#name, plan).of(
      this.#rows,
      work === 'run' ? ids : [],
    );
    demandSame(one.state, work === 'run' ? 'done' : 'checked', this.#where);
    demandSame([one.done, one.failed], [this.#rows.length, failed.length], this.#where);
    const all = one.created + one.updated + one.unchanged + one.failed;
    demandSame(all, this.#rows.length, this.#where);
    if (expected.isSure) await this.#demandResult(one, failed, expected, work);
    if (work === 'check') demandSame(stored, naive.world, this.#where);
    else {
      demandSame(ids.length, one.created, this.#where);
      if (expected.isSure) demandSame(stored, expected.world, this.#where);
      naive.world = stored;
    }
    this.#trial.counts[`${work} rows`] = (this.#trial.counts[`${work} rows`] ?? 0) + one.rows;
    this.#trial.counts['unchanged rows'] =
      (this.#trial.counts['unchanged rows'] ?? 0) + one.unchanged;
    if (!expected.isSure) this.#trial.counts['in turn'] = (this.#trial.counts['in turn'] ?? 0) + 1;
    const { created, updated, unchanged } = one;
    return { created, updated, unchanged, failed };
  }

  #newIds(stored: Trial['naive']['world']): readonly Row['id'][] {
    const known = new Set(this.#trial.naive.world[this.#name]!.map((row) => row.id));
    return stored[this.#name]!.map((row) => row.id).filter((one) => !known.has(one));
  }

  async #failedRows(id: number, { columns }: NaivePlan): Promise<readonly FailedRow[]> {
    const told = await this.#send('problems', 'GET', `/_imports/${id}/problems?_end=100`);
    const rows = told.body as readonly FailedRow[];
    const file = await this.#send('failed rows', 'GET', `/_imports/${id}/failed.csv`);
    const [headers, ...lines] = rowsOfFile(file.text);
    demandSame(headers, [...columns.map(({ header }) => header), '_row', '_problems'], this.#where);
    const expected = rows.map(({ row, cells, problems }) => [
      ...columns.map((_, at) => cells[at] ?? null),
      String(row),
      problems
        .map(({ field, message }) =>
          field === '' || message.startsWith(field) ? message : `${field}: ${message}`,
        )
        .join(' '),
    ]);
    demandSame(lines, expected, this.#where);
    for (const { row, cells } of rows) {
      const own = this.#rows.find(({ number }) => number === row)!;
      demandSame(cells, own.cells, this.#where);
    }
    return rows;
  }

  /** Whether a column may not be written any more. */
  #isClosed({ columns, on }: NaivePlan): boolean {
    const open = this.#choices.fields(on);
    return columns.some(({ field }) => field !== null && !open.includes(field));
  }

  /** Whether records may not be found any more as it was decided. */
  #isLost({ columns }: NaivePlan): boolean {
    return columns.some(({ field, by }) => {
      const { key = 'id' } = fieldOf(this.#name, field) ?? {};
      return by !== undefined && by !== key && !this.#waysOf(field)?.includes(by);
    });
  }

  /** Rights that were there when it was decided do not suffice any more. */
  async #demandEnded(one: Import, failed: readonly FailedRow[], plan: NaivePlan): Promise<null> {
    const isRight = one.error !== null && (this.#isClosed(plan) || this.#isLost(plan));
    demandSame([isRight, failed, one.done], [true, [], 0], `${this.#where}: ${one.error}`);
    demandSame(await this.#trial.stored(), this.#trial.naive.world, this.#where);
    return null;
  }

  async #demandResult(
    one: Import,
    failed: readonly FailedRow[],
    expected: Result,
    work: 'check' | 'run',
  ): Promise<void> {
    const { created, updated, unchanged } = expected;
    const numbers = expected.failed.map(({ row }) => row.number);
    const told = [one.created, one.updated, one.unchanged, failed.map(({ row }) => row)];
    demandSame(
      told,
      [created, updated, unchanged, numbers],
      `${this.#where}: ${JSON.stringify(failed)}`,
    );
    for (const [at, { problems }] of failed.entries()) {
      const { problems: wrong, write } = expected.failed[at]!;
      if (wrong !== null) demandSame(problems, wrong, this.#where);
      else if (work === 'run')
        await this.#demandSameRefusal(problems, write!, created + updated > 0);
    }
  }

  /**
   * A row says what the same write by itself is refused for. After rows have been written, another record may be there for the
   * user or not, or closes a circle, or a value is free that was not: what a write refers to is compared only where none have.
   */
  async #demandSameRefusal(
    told: readonly CellProblem[],
    write: NaiveWrite,
    hasWritten: boolean,
  ): Promise<void> {
    const { id, payload, lacksKey } = write;
    if (lacksKey)
      return demandSame(
        told.map(({ code }) => code),
        ['required'],
        this.#where,
      );
    // A later row may have freed the value.
    if (hasWritten && told.every(({ code }) => code === 'unique')) return;
    const records = this.#trial.records(this.#user, this.#name);
    const refusal = await (
      id === null ? records.create(payload) : records.update(id, payload)
    ).then(
      () => expect.fail(`${this.#where}: ${JSON.stringify(write)} is refused in a file alone`),
      (error: unknown) => error,
    );
    if (!(refusal instanceof HttpProblem)) throw refusal;
    const { problems, detail, members, status } = refusal;
    const code = String(members['code'] ?? status);
    const all = problems.length > 0 ? problems : [{ field: '', code, message: detail }];
    const said = (some: readonly Pick<CellProblem, 'field' | 'code' | 'message'>[]) =>
      some
        .filter(({ code: one }) => !hasWritten || !['reference', 'cycle'].includes(one))
        .map(({ field, code: one, message }) => [field, one, message]);
    demandSame(said(told), said(all), this.#where);
  }

  /** Nobody else learns of it, nor does anything with it. */
  async #askOthers(id: number): Promise<void> {
    const { dice, users, files } = this.#trial;
    const other = dice.pick(users);
    if (other.id === this.#user.id) return;
    const listed = (await files.ask(other, 'GET', '/_imports')).body as readonly Import[];
    demandSame(
      listed.some((one) => one.id === id),
      false,
      this.#where,
    );
    const [method, path] = dice.pick([
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/check'],
      ['POST', '/run'],
      ['POST', '/stop'],
      ['GET', '/problems'],
      ['GET', '/failed.csv'],
    ] as const);
    const answer = await files.ask(other, method, `/_imports/${id}${path}`);
    const unknown = await files.ask(other, method, `/_imports/${1_000_000}${path}`);
    this.#trial.count('another’s import', answer.status);
    demandSame(plain(answer), plain(unknown), this.#where);
    demandSame(answer.status, 404, this.#where);
  }

  #demandRefused({ status, text }: FileAnswer, expected: number): null {
    demandSame(status, expected, `${this.#where}: ${text}`);
    return null;
  }
}

const fieldOf = (name: Name, field: string | null) =>
  MODELS[name].fields.find((known) => known.name === field);

const plain = ({ text }: FileAnswer): string => text.replace(/"request_id":"[^"]*"/, '');
