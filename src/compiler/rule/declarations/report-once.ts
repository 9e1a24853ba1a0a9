import type { Finding } from '../../workspace/finding.ts';

/** Reports a finding only the first time that its places are met: what deployments share is looked at once for each. */
export function reportOnce(report: (finding: Finding) => void): (finding: Finding) => void {
  const seen = new Set<string>();
  return (finding) => {
    const places = JSON.stringify([finding.at, finding.related?.map(({ at }) => at)]);
    if (!seen.has(places)) report(finding);
    seen.add(places);
  };
}
