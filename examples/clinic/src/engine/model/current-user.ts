/** Who is asking. Loaded per request from the cache that every change of users and roles drops. */
export interface CurrentUser {
  readonly id: number;
  readonly username: string;
  /** Role names. */
  readonly roles: readonly string[];
  /** Tenant ids. */
  readonly tenants: readonly number[];
}
