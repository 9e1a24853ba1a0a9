/** Where a secret is read from when the gateway starts; never the secret itself. */
export interface SecretReference {
  /** The name of an environment variable. */
  readonly fromEnv?: string;
  /** A file, relative to the folder of the configuration. */
  readonly fromFile?: string;
}
