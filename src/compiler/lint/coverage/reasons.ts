/** Why no rule can decide a statement; what several statements have in common. */
export const reasons = {
  asksNothing: 'It asks nothing.',
  allows: 'It allows something and asks nothing.',
  behaviour: 'What a call changes is in no document.',
  byGateway: 'The gateway does so itself, whatever is declared.',
  reviewer: 'Whether a text serves its readers is for a reviewer to say.',
} as const;
