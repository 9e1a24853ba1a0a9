import type { FindingCounts, SectionFindings } from '#compiled/report/api-report.ts';
import type { FoundDiagnostic } from './found-diagnostic.ts';
import { requirementSectionOf, requirementSections, titleOfSection } from './requirement-sections.ts';

/** The sections of rules, by their names. */
export type RuleSections = ReadonlyMap<string, string>;

export function countFindings(found: Iterable<FoundDiagnostic>): FindingCounts {
  const counts = { error: 0, warning: 0, info: 0, suppressed: 0, inBaseline: 0 };
  for (const { status, diagnostic } of found)
    counts[status === 'reported' ? diagnostic.severity : status] += 1;
  return counts;
}

/** The counts of each section that has findings, in the order of the sections. */
export function countBySection(
  found: Iterable<FoundDiagnostic>,
  ruleSections: RuleSections,
): readonly SectionFindings[] {
  const bySection = Map.groupBy(found, ({ diagnostic }) =>
    requirementSectionOf(ruleSections.get(diagnostic.code)),
  );
  return requirementSections.flatMap((section) => {
    const ofSection = bySection.get(section);
    return ofSection ? [{ section, title: titleOfSection(section), ...countFindings(ofSection) }] : [];
  });
}
