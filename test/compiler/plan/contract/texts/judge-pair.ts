import type { JsonObject } from '#compiled/json.ts';
import { contractChangeKinds, type ContractChangeId } from '#compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { openDocument } from '#openapi/open-document.ts';
import { DocumentShapes } from '#openapi/writing/document-shapes.ts';
import { writingOf } from '#openapi/writing/writing.ts';
import { Findings } from '#runtime/gateway/validation/findings.ts';
import { ParameterCheck } from '#runtime/gateway/validation/parameters/parameter-check.ts';
import { planRequest } from '#runtime/gateway/validation/request-plan.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';
import { documentOf, type SentPair, type TextPlace } from './draw-sent-pair.ts';
import { candidatesFor } from './sent-candidates.ts';

export interface TextVerdict {
  /** What the gateway takes with one document and refuses with the other, in the direction that breaks callers. */
  readonly refused: readonly string[];
  /** The kinds of changes that are reported as breaking or risky. */
  readonly alarms: readonly ContractChangeId[];
  /** Whether each of the alarms has to be shown by a text. */
  readonly isHeld: boolean;
}

/** Compares the plan's verdict on two declarations with what the gateway makes of the texts at their borders. */
export function judgePair(pair: SentPair): TextVerdict {
  const [before, after] = [documentOf(pair.base, pair), documentOf(pair.head, pair)];
  const checks = [openCheck(before, pair), openCheck(after, pair)] as const;
  const [sends, takes] = pair.place === 'response header' ? [checks[1], checks[0]] : checks;
  const sent = candidatesFor(pair).filter(sends);
  const alarms = diffContracts(before, after)
    .map(({ id }) => id)
    .filter((id) => /breaking|risky/.test(contractChangeKinds[id].compatibility));
  const isUsable = sent.filter((text) => text !== '').length >= few;
  const isHeld =
    isUsable && [before, after].every((root) => readsTexts(root, pair)) && !isComparedAsWritten(pair, alarms);
  return { refused: sent.filter((text) => !takes(text)), alarms, isHeld };
}

/** A side that accepts fewer texts allows hardly anything. */
const few = 3;

/** Styles have a meaning beyond what the gateway accepts, readers take types from formats, and an object is not a list. */
function isComparedAsWritten({ base, head }: SentPair, alarms: readonly ContractChangeId[]): boolean {
  const areObjects = [base, head].map(({ schema }) => schema['type'] === 'object');
  const isReason = (id: ContractChangeId) => /style|representation|response-format/.test(id);
  return areObjects[0] !== areObjects[1] || alarms.some(isReason);
}

/** Whether the gateway reads what is sent: of lists in lists, and of several types, it accepts every text. */
function readsTexts(root: JsonObject, { place }: SentPair): boolean {
  const document = openDocument(root);
  const [operation] = document.operations;
  const [field] = operation?.requestBody?.bodies[0]?.fields ?? [];
  const written =
    field ??
    [...(operation?.parameters ?? []), ...(operation?.responses[0]?.headers.values() ?? [])][0]?.written;
  const shape = new DocumentShapes(document).shapeOf(written?.schema);
  const serialisation = written?.serialisation ?? { style: 'opaque', explode: false };
  return (
    writingOf({ location: place === 'response header' ? 'header' : place, serialisation }, shape) !== 'opaque'
  );
}

type Accepts = (text: string) => boolean;

/** Whether the gateway accepts a text for the value of a document. */
function openCheck(root: JsonObject, { place }: SentPair): Accepts {
  const document = openDocument(root);
  const [operation] = document.operations;
  if (!operation) throw new Error('the document has no operation');
  if (place === 'response header') return checkOfHeader(document);
  const attempt = <T>(make: () => T): T => make();
  const plan = planRequest(operation, new SchemaBag(document, 'request'), attempt);
  const check = checkIn(plan, place);
  return (text) => {
    const findings = new Findings();
    check(text, findings);
    return findings.isEmpty;
  };
}

function checkIn(
  plan: ReturnType<typeof planRequest>,
  place: TextPlace,
): (text: string, findings: Findings) => void {
  if (place === 'query') return (text, findings) => plan.query?.check(text, findings);
  if (place === 'cookie') return (text, findings) => plan.cookies?.check(text, findings);
  if (place === 'path') return (text, findings) => plan.path[0]?.check.check(text, findings);
  if (place === 'header') return (text, findings) => plan.headers[0]?.check.check(text, findings);
  const check = plan.body?.contents[0]?.checkFor('form');
  return (text, findings) => check?.(Buffer.from(text), findings);
}

/** Headers of an answer are read as those of a request are. */
function checkOfHeader(document: ReturnType<typeof openDocument>): Accepts {
  const header = document.operations[0]?.responses[0]?.headers.get('p');
  if (!header) throw new Error('the document has no header');
  const { serialisation, schema } = header.written;
  const declared = {
    name: 'p',
    location: 'header',
    required: false,
    allowsEmpty: false,
    serialisation,
    schema,
  } as const;
  const check = new ParameterCheck(declared, new SchemaBag(document, 'response'));
  return (text) => {
    const findings = new Findings();
    check.check(text, findings);
    return findings.isEmpty;
  };
}
