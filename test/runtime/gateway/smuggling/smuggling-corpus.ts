import { chunkedBodies } from './cases/chunked-bodies.ts';
import { codings } from './cases/codings.ts';
import { connectionHeaders } from './cases/connection-headers.ts';
import { lengthAndCoding } from './cases/length-and-coding.ts';
import { lengths } from './cases/lengths.ts';
import { lines } from './cases/lines.ts';
import { methodsAndBodies } from './cases/methods-and-bodies.ts';
import { targetsAndHosts } from './cases/targets-and-hosts.ts';
import type { SmugglingCase } from './smuggling-case.ts';

/** Everything that is sent, by topic. */
export const smugglingCorpus: Readonly<Record<string, readonly SmugglingCase[]>> = {
  'a length and a coding': lengthAndCoding,
  'a coding': codings,
  'a length': lengths,
  'a body in chunks': chunkedBodies,
  'a line': lines,
  'a target or a Host': targetsAndHosts,
  'a header of the connection': connectionHeaders,
  'a method, a version or what follows': methodsAndBodies,
};
