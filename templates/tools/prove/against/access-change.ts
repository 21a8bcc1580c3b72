/** A difference between the rules of two versions of a project, in a sentence. */
export interface AccessChange {
  /**
   * `wider` and `narrower` change what somebody may do, and `other` the answer of an own endpoint to somebody; `new` and `gone` are
   * models, fields, roles and endpoints of one version alone.
   */
  readonly kind: 'wider' | 'narrower' | 'other' | 'new' | 'gone';
  /** Identifies the change in the file of allowed changes. */
  readonly key: string;
  /** The change in English. */
  readonly sentence: string;
  /** The model whose records or fields the change is about; null for roles and endpoints. */
  readonly model: string | null;
  /** The file and line of the rules that make the difference; null for rules of no file, and for `new` and `gone`. */
  readonly place: string | null;
  /** One request whose answer differs; null for `new` and `gone`. */
  readonly shown: ShownRequest | null;
}

export interface ShownRequest {
  /** `GET /invoices as Viewer`. */
  readonly asked: string;
  /** The request for a shell. */
  readonly request: string;
  /** The answer of the project as it is: `7 records`, `403`. */
  readonly now: string;
  /** The answer of the other commit. */
  readonly before: string;
}

/** Whether a change of rules needs an entry in the file of allowed changes. */
export const needsConsent = ({ kind }: AccessChange): boolean => kind !== 'new' && kind !== 'gone';
