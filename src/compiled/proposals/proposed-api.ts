/** What an OpenAPI document says of its API; a value is undefined if the document has none that fits. */
export interface ProposedApi {
  readonly title: string | undefined;
  readonly name: string | undefined;
  /** With its leading slash. */
  readonly context: string | undefined;
  readonly version: string | undefined;
  readonly owner: string | undefined;
  readonly production: string | undefined;
}
