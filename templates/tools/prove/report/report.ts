/** What a proof of a project's access rules comes to: data, for the terminal, for JSON and for a page alike. */
export interface ProveReport {
  /** The commit of the project; null outside of git. */
  readonly commit: string | null;
  readonly seed: number;
  readonly database: 'sqlite' | 'postgres';
  readonly seconds: number;
  /** How often each door was asked, and how often it refused. */
  readonly doors: readonly DoorCount[];
  /** The worlds of each row rule. */
  readonly worlds: readonly WorldCount[];
  readonly faults: readonly Fault[];
  /** What no question was about, so that nobody takes it for proven. */
  readonly unproven: readonly Unproven[];
}

export interface DoorCount {
  readonly door: string;
  readonly questions: number;
  readonly refused: number;
  readonly models: readonly string[];
}

export interface WorldCount {
  readonly model: string;
  /** `owner(created_by_id)`, `custom, rule 3`. */
  readonly rule: string;
  readonly worlds: number;
  /** Whether these are all combinations of the values that the rule looks at. */
  readonly complete: boolean;
}

/** An answer that the rules do not allow, with the one request and the rows that show it. */
export interface Fault {
  readonly door: string;
  readonly model: string;
  /** Roles and tenants of who asked. */
  readonly actor: string;
  /** To paste into a shell. */
  readonly request: string;
  readonly expected: string;
  readonly told: string;
  /** The rows that the fault needs, by model. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
  /** The file, with its line where that is known, in which the rule stands. */
  readonly place: string | null;
}

export interface Unproven {
  /** `GET /task/report`, `rule 3 of Task`. */
  readonly subject: string;
  readonly reason: string;
}
