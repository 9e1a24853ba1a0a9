/** The sections of the requirements that rules belong to, in their order. */
const titles: Readonly<Record<string, string>> = {
  '1': 'The service',
  '2.1': 'Applications',
  '2.2': 'API',
  '2.6': 'Representations',
  '4': 'Endpoints',
  '4.5': 'Paths, parameters and methods',
  '5': 'Authentication',
  '7.1': 'Status codes',
  '7.2': 'Error bodies',
  '8': 'Limits',
  '9': 'Versions',
};

/** The section of findings that belong to no rule. */
const noSection = '';

/** All sections in the order of a report. */
export const requirementSections: readonly string[] = [...Object.keys(titles).toSorted(), noSection];

/** The section under which a rule's section is reported: `5` for `5.3`, `4.5` for `4.5`. Empty if there is none. */
export function requirementSectionOf(section: string | undefined): string {
  if (section === undefined) return noSection;
  if (section in titles) return section;
  const [chapter = ''] = section.split('.');
  return chapter in titles ? chapter : noSection;
}

export function titleOfSection(section: string): string {
  return titles[section] ?? 'Sources and suppressions';
}
