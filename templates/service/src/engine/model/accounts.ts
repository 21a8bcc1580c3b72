/** A user as the API shows them to themselves. */
export interface Profile {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly status: 'Active' | 'Inactive';
  readonly roles: readonly string[];
  /** Active ones: the rows of another are out of reach. */
  readonly tenants: readonly number[];
}

/** A profile, with what the project's own fields add to it. */
export type OwnProfile = Profile & Readonly<Record<string, unknown>>;

/** The answer to a login. */
export interface SignInAnswer<P extends Profile = OwnProfile> {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly user: P;
}

/** How code of a project lets people in: for a login that does not look like that of `/auth`. */
export interface Accounts {
  /** As `POST /auth/login`, with its patience: 401 for a wrong name or password, 429 after too many of them. */
  signIn(credentials: {
    readonly username: string;
    readonly password: string;
  }): Promise<SignInAnswer>;
  /** As `POST /auth/sign-up`: strangers set what `user.account.ts` says, and nobody does where it says null. */
  signUp(values: object): Promise<SignInAnswer>;
  /** A token for a user who has proved to your code who they are; it asks for no password. */
  openSession(userId: number): Promise<SignInAnswer>;
}

/** The same for requests from one address. */
export type AccountsFrom = (address: string) => Accounts;
