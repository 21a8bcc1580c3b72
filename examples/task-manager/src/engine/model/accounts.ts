/** A user as the API shows them to themselves. */
export interface Profile {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly status: 'Active' | 'Inactive';
  readonly roles: readonly string[];
  /** Active tenants only: the rows of others are out of reach. */
  readonly tenants: readonly number[];
}

/** A profile, with the fields that the project adds. */
export type OwnProfile = Profile & Readonly<Record<string, unknown>>;

/** The response to a login. */
export interface SignInAnswer<P extends Profile = OwnProfile> {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly user: P;
}

/** Sign-in for code of the project: for a login that differs from that of `/auth`. */
export interface Accounts {
  /** As `POST /auth/login`, with its throttling: 401 for a wrong name or password, 429 after too many of them. */
  signIn(credentials: {
    readonly username: string;
    readonly password: string;
  }): Promise<SignInAnswer>;
  /** As `POST /auth/sign-up`: only fields that `user.account.ts` allows, and nothing where it says null. */
  signUp(values: object): Promise<SignInAnswer>;
  /** A token for a user whom your code has authenticated; it asks for no password. */
  openSession(userId: number): Promise<SignInAnswer>;
}

/** The same for requests from one address. */
export type AccountsFrom = (address: string) => Accounts;
