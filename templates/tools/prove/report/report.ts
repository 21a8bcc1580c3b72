import type { AgainstReport } from '../against/answer-against.js';
/** The result of `crudgen access prove`: a proof, or with --against the changes of rules. */
export interface AccessProveJson extends Partial<ProveReport> {
  /** The changes since the other commit. */
  readonly against?: AgainstReport;
}

/** The result of a proof of a project's access rules. */
export interface ProveReport {
  /** The version of crudgen. */
  readonly crudgen: string;
  /** The commit of the project; null outside of git. */
  readonly commit: string | null;
  /** Whether files of the project differ from that commit. */
  readonly uncommitted: boolean;
  /**
   * The number that makes the same random worlds again.
   *
   * @asType integer
   */
  readonly seed: number;
  /** The database that the service ran on. */
  readonly database: 'sqlite' | 'postgres';
  /** The duration. */
  readonly seconds: number;
  /** The models whose endpoints were asked. */
  readonly models: readonly string[];
  /** With --changed, the commit that the files were compared with. */
  readonly since?: string;
  /** The questions to each door of the service. */
  readonly doors: readonly DoorCount[];
  /** The worlds of each row rule. */
  readonly worlds: readonly WorldCount[];
  /** Answers that the rules do not allow. */
  readonly faults: readonly Fault[];
  /** The sentences about the rules; absent if there are none. */
  readonly sentences?: readonly SentenceResult[];
  /** Mistakes put into the rules, and who noticed them; absent if nobody asked for mutants, or if tests fail without any. */
  readonly mutants?: readonly MutantResult[];
  /** The tests that fail without any mutant, so that no mutant was tried; absent if there are none. */
  readonly failing?: readonly string[];
  /** The lines of `access.allow` that accept mutants for nothing; absent if no mutants were tried. */
  readonly stale?: readonly StaleMutant[];
  /** Statements of the project's own code that read or write tables with rules, and not through the rules. */
  readonly sql: readonly SqlFinding[];
  /** Uses of the operations without rules (`system`) in the project's own code. */
  readonly system: readonly SystemUse[];
  /** The parts of the service that no question was about. */
  readonly unproven: readonly Unproven[];
}

/** The questions to a door: a way to read or write records. */
export interface DoorCount {
  /** The name of the door. */
  readonly door: string;
  /**
   * The number of requests.
   *
   * @asType integer
   */
  readonly questions: number;
  /**
   * The number of requests that the service refused.
   *
   * @asType integer
   */
  readonly refused: number;
  /** The models that the requests were about. */
  readonly models: readonly string[];
}

/** The rows that a row rule was tried with. */
export interface WorldCount {
  /** The model whose rows the rule looks at. */
  readonly model: string;
  /** The rule, such as `owner(created_by_id)` or `custom, rule 3 of Task`. */
  readonly rule: string;
  /**
   * The number of rows, each with other values in the fields that the rule looks at.
   *
   * @asType integer
   */
  readonly worlds: number;
  /** Whether these rows have all combinations of the values. */
  readonly complete: boolean;
}

/** An answer that the rules do not allow, with the request and the rows that show it. */
export interface Fault {
  /** The name of the door. */
  readonly door: string;
  /** The model that the request is about. */
  readonly model: string;
  /** The roles and tenants of the user who asks. */
  readonly actor: string;
  /** The request as a command for a shell; `$URL` and `$TOKEN` stand for the service and for the token of the user. */
  readonly request: string;
  /** The answer by the rules. */
  readonly expected: string;
  /** The answer of the service. */
  readonly told: string;
  /** The rows that the fault needs, by model, with the fields that matter. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
  /** Whether a rule decides about the answer, or code of the project made it. */
  readonly origin: 'rule' | 'code';
  /** The file and line of this rule or code, with the column if other rules begin on the line. */
  readonly place: string | null;
  /**
   * The number of further wrong answers of the same door about the same model and rule.
   *
   * @asType integer
   */
  readonly more: number;
}

/** A sentence about access rules, tried with users and rows. */
export interface SentenceResult {
  /** The model of the sentence. */
  readonly model: string;
  /** The sentence. */
  readonly sentence: string;
  /** The file and line of the sentence. */
  readonly place: string;
  /**
   * The number of worlds in which it holds: of users with a row on which it forbids them something. A sentence with 0 is not proven.
   *
   * @asType integer
   */
  readonly held: number;
  /** An action that the rules allow and the sentence forbids; null if there is none. */
  readonly counterexample: Counterexample | null;
}

/** An action that breaks a sentence. */
export interface Counterexample {
  /** The roles and tenants of the user. */
  readonly actor: string;
  /** The action. */
  readonly action: string;
  /** The row before an edit, or the row that is created: its id, and the fields that decide. */
  readonly row: object;
  /** The row after an edit, if the sentence forbids the edit for what the row becomes. */
  readonly becomes: object | null;
  /** The file and line of the rule that lets the action through; null if no rule of a file does. */
  readonly rule: string | null;
}

/** A statement of the project's own code that reads or writes a table with rules, and not through the rules. */
export interface SqlFinding {
  /** The file and line; null if nothing tells them. */
  readonly place: string | null;
  /** The models whose tables the statement names. */
  readonly models: readonly string[];
  /** The beginning of the statement, or of the code that makes it. */
  readonly statement: string;
  /** The first request that ran it; null for code that was only read. */
  readonly request: string | null;
}

/** A use of the operations without rules. */
export interface SystemUse {
  /** The file and line; null if nothing tells them. */
  readonly place: string | null;
  /** The model; null for a statement, and for a model that is a variable. */
  readonly model: string | null;
  /** The first request that ran it; null for code that was only read. */
  readonly request: string | null;
}

/** A part of the service that no question was about. */
export interface Unproven {
  /** The part, such as `GET /task/report` or `rule 3 of Task`. */
  readonly subject: string;
  /** The reason. */
  readonly reason: string;
}

/** A mistake put into the rules of a model, and the test or sentence that noticed it. */
export interface MutantResult {
  /** Names the mutant in `access.allow`. */
  readonly key: string;
  /** The mistake in words, such as "rule `owner(author_id)` of Diary negated". */
  readonly name: string;
  /** The model. */
  readonly model: string;
  /** The file of the clause, with its line if that is known. */
  readonly place: string | null;
  /** The test or the sentence; null if nothing noticed the mutant. */
  readonly killer: string | null;
  /** Why a missed mutant is accepted, as `access.allow` says it. */
  readonly allowed?: string;
  /** The time of the tests and sentences that were asked. */
  readonly seconds: number;
}

/** A line of `access.allow` that accepts a mutant which nobody has to accept. */
export interface StaleMutant {
  /**
   * The line, counted from 1.
   *
   * @asType integer
   */
  readonly line: number;
  /** The mutant. */
  readonly key: string;
  /** Why nobody has to accept it. */
  readonly reason: string;
}
