import type { SamlProvider } from '#compiled/settings/identity-providers.ts';
import { refuse } from './assertion-refused.ts';
import type { AssertionRules } from './saml-trust.ts';
import type { Assertion } from './assertion.ts';

/** One thing that an assertion has to fit; throws an AssertionRefused if it does not. */
export type AssertionCheck = (assertion: Assertion, provider: SamlProvider, rules: AssertionRules) => void;

/** Each of the restrictions has to name the gateway, by one audience or another (SAML 2.0 core section 2.5.1.4). */
export const requireAudience: AssertionCheck = ({ conditions }, provider, rules) => {
  const ours = [...rules.audiences, ...provider.audiences];
  const { audiences } = conditions;
  if (audiences.length === 0) refuse('The assertion has no AudienceRestriction.');
  if (!audiences.every((list) => list.some((audience) => ours.includes(audience)))) {
    refuse(`The assertion is for another audience; accepted are ${ours.join(', ')}.`);
  }
};

/** An assertion that was made in the future comes from a clock that is wrong, and so are its other times. */
export const requireIssued: AssertionCheck = ({ issueInstant }, { clockSkewSeconds }, { now }) => {
  if (issueInstant > now + clockSkewSeconds) refuse('The assertion was issued in the future.');
};

export const requireStarted: AssertionCheck = ({ conditions }, { clockSkewSeconds }, { now }) => {
  const { notBefore = -Infinity } = conditions;
  if (notBefore > now + clockSkewSeconds) refuse('The assertion is not valid yet.');
};

export const requireNotExpired: AssertionCheck = ({ conditions }, { clockSkewSeconds }, { now }) => {
  const { notOnOrAfter = Infinity } = conditions;
  if (notOnOrAfter <= now - clockSkewSeconds) refuse('The assertion has expired.');
};

export const requireSession: AssertionCheck = ({ sessionEnds }, { clockSkewSeconds }, { now }) => {
  if (sessionEnds.some((end) => end <= now - clockSkewSeconds))
    refuse('The session of the user has expired.');
};
