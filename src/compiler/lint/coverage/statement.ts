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

/** Why no rule can decide a statement; what several statements have in common. */
export const reasons = {
  asksNothing: 'It asks nothing.',
  allows: 'It allows something and asks nothing.',
  behaviour: 'What a call changes is in no document.',
  byGateway: 'The gateway does so itself, whatever is declared.',
  reviewer: 'Whether a text serves its readers is for a reviewer to say.',
} as const;
