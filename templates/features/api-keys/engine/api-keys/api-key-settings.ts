/** The settings of API keys. */
export interface ApiKeySettings {
  /** Seconds for which a key is valid at most. */
  readonly maxAge: number;
}
