/** One normative statement of the requirements, with our own ID and in our own words. */
export type Statement = { readonly id: string; readonly says: string } & (
  | {
      /** The names of the rules that enforce the statement. */
      readonly rules: readonly string[];
      /** What these rules cannot check, and why. */
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

/** Reasons why no rule can decide a statement, shared by several statements. */
export const reasons = {
  requiresNothing: 'It requires nothing.',
  allows: 'It allows something and requires nothing.',
  behaviour: 'No document shows what a call changes.',
  byGateway: 'The gateway does this itself, whatever the declarations say.',
  reviewer: 'A reviewer decides whether a text helps its readers.',
} as const;
