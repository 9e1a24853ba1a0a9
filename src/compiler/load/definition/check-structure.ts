import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { Finding } from '../../workspace/finding.ts';
import type { Definition } from '../../workspace/workspace.ts';
import type { SourceFiles } from '../files/source-files.ts';
import { explainStructuralError } from './explain-structural-error.ts';
import { findStructuralErrors } from './find-structural-errors.ts';
import { quoteVersion } from './quote-version.ts';

/** Structural faults that are reported of one definition; further ones are counted. */
const mostReported = 20;

/** Checks a bundled document against the JSON Schema of its version of OpenAPI. */
export async function checkStructure(
  { contract, openapi, originOf }: Pick<Definition, 'contract' | 'openapi' | 'originOf'>,
  sources: SourceFiles,
  say: (code: string, severity: Diagnostic['severity'], finding: Finding) => void,
): Promise<void> {
  const errors = await findStructuralErrors(contract, openapi);
  for (const error of errors.slice(0, mostReported)) {
    const finding = explainStructuralError(error, contract, originOf);
    const fix = quoteVersion(error, finding.at, sources);
    say('openapi-structure', 'error', { ...finding, ...(fix && { fix }) });
  }
  if (errors.length > mostReported) {
    const message = `The document has ${errors.length - mostReported} more faults of structure.`;
    say('openapi-structure', 'error', { at: originOf(''), message, help: 'Mend the ones above first.' });
  }
}
