import type { Action } from '../../../service/engine/model/access-rules.js';
import type { Row, World } from '../naive/naive.js';
import type { EndpointFacts } from './endpoint-facts.js';

/*
 * The data that two versions of a project exchange: each emits its scene, and judges the scenes of both by its own rules.
 * All of it is JSON, because each version runs in a process of its own, with its own engine.
 */

/** A version of a project: its roles and models, and a scene in which its rules make a difference. */
export interface VersionFacts {
  readonly roles: readonly RoleFacts[];
  readonly models: readonly ModelFacts[];
  /** The roles that each role gives to users; absent for roles that may not write roles of users. */
  readonly gives: Readonly<Record<string, readonly string[]>>;
  /** The users who ask, as the version combines roles and tenants. */
  readonly actors: readonly ActorFacts[];
  readonly scene: Scene;
  readonly endpoints: EndpointFacts;
}

export interface RoleFacts {
  readonly name: string;
  readonly methods: readonly string[];
  /** Whether the project creates the role; other roles are only named by rules. */
  readonly isPreset: boolean;
}

export interface ActorFacts {
  readonly roles: readonly string[];
  readonly tenants: readonly ('own' | 'foreign')[];
}

/** The people and rows of one database. */
export interface Scene {
  readonly me: number;
  readonly other: number;
  /** The tenants `own` and `foreign`. */
  readonly tenants: readonly [number, number];
  readonly world: World;
}

export interface ModelFacts {
  readonly name: string;
  /** The path of its endpoints: `/invoices`. */
  readonly path: string;
  readonly fields: readonly string[];
  readonly aspects: readonly Aspect[];
  /** The models to which its fields refer. */
  readonly references: readonly string[];
  readonly isSoftDeleted: boolean;
  /** The rules as a text; equal for models whose own rules are equal. */
  readonly rules: string;
}

/** A field that rules look at, by which rows differ. */
export interface Aspect {
  readonly field: string;
  readonly kind: 'owner' | 'tenant' | 'user' | 'value' | 'row';
  /** The model to which a `row` refers. */
  readonly to?: string;
  /** The values of a `value` with which rules compare the field, and values near them. */
  readonly values: readonly unknown[];
  /** Whether the field cannot be null. */
  readonly isRequired: boolean;
}

/** The actions whose answer depends on the row. */
export const ROW_ACTIONS = ['list', 'show', 'edit', 'delete', 'create'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];

/** The decisions of one version about one model, for one actor in one scene. */
export interface Verdict {
  readonly may: readonly Action[];
  /** The ids of the rows that the action reaches; of `create`, the rows that the actor could create as they are. */
  readonly rows: Readonly<Record<RowAction, readonly Row['id'][]>>;
  /** The fields that the action reads or writes: `list`, `show`; `create`, `edit`. */
  readonly fields: Readonly<Record<FieldAction, readonly string[]>>;
  /** The rows to which the actor can give another owner, tenant or parent: `tenant_id=7` -> ids. */
  readonly moves: Readonly<Record<string, readonly Row['id'][]>>;
}

export const FIELD_ACTIONS = ['list', 'show', 'create', 'edit'] as const;
export type FieldAction = (typeof FIELD_ACTIONS)[number];

/** The verdicts by model. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** The question to a version: what can each actor do in each scene? */
export interface Inquiry {
  readonly roles: readonly RoleFacts[];
  readonly actors: readonly ActorFacts[];
  readonly scenes: readonly Scene[];
  /** The fields of each model to which another value is written, one by one. */
  readonly moved: Readonly<Record<string, readonly string[]>>;
}

/** The answer: by scene, then by actor. */
export type Judgement = readonly (readonly Verdicts[])[];
