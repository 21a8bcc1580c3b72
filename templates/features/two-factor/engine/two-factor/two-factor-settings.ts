/** The settings of second factors. */
export interface TwoFactorSettings {
  /** Roles whose users need one; `*` stands for everybody. */
  readonly roles: readonly string[];
  /** Seconds from the first sign-in for which they do without. */
  readonly grace: number;
  /** The secret before the present one, until nothing is sealed under that any more. */
  readonly former: string | null;
}
