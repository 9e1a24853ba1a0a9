/** One normative statement of the requirements, under an id of our own and in our own words. */
export type Statement = { readonly id: string; readonly says: string } & (
  | {
      /** The names of the rules that keep it. */
      readonly rules: readonly string[];
      /** What of it no rule can decide, and why. */
      readonly reason?: string;
    }
  | { readonly reason: string }
);

/** The statements of one section. */
export interface CoveredSection {
  readonly section: string;
  readonly title: string;
  readonly statements: readonly Statement[];
}
