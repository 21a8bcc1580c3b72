import type { Request } from '../service/request.js';
import type { Unproven } from '../report/report.js';
import type { Cell } from '../worlds/canaries.js';
import type { ActorFacts, Scene } from './version-facts.js';

/* The data that two versions exchange about endpoints of the project's own code. It is JSON. */

/** The endpoints of a version, and rows to ask them about. */
export interface EndpointFacts {
  /** `GET /reports/raw`, `POST /task/:id/close`. */
  readonly names: readonly string[];
  /** The file of the database with the rows of the version's scene. */
  readonly database: string;
  /** Texts that only one cell has, with these cells. */
  readonly tokens: readonly (readonly [token: string, cell: Cell])[];
}

/** The people of a scene who ask, and the endpoints. */
export interface EndpointInquiry {
  readonly scene: Pick<Scene, 'me' | 'tenants'>;
  readonly actors: readonly ActorFacts[];
  readonly names: readonly string[];
}

/** A request to an endpoint. */
export interface EndpointQuestion {
  readonly name: string;
  /** The index of the actor. */
  readonly actor: number;
  readonly request: Request;
}

/** The requests that can be made, and the endpoints to which none can be made. */
export interface EndpointQuestions {
  readonly questions: readonly EndpointQuestion[];
  readonly unasked: readonly Unproven[];
}

export interface EndpointAnswer {
  readonly status: number;
  readonly text: string;
  /** The other machine to which the endpoint tried to connect. */
  readonly host: string | null;
}
