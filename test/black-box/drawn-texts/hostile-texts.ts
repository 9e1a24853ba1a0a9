import fc from 'fast-check';
import type { TextField } from './text-fields.ts';

/** A variable of Envoy's environment that no declaration names, and its value, which nobody may ever see. */
export const secretVariable = 'UPSTREAM_PASSWORD';
export const secretMarker = 'marker-that-nobody-sees-5831';

/** What has a meaning of its own in some place of a configuration of Envoy. */
const snippets: readonly string[] = [
  // Format strings.
  ['%', '%%', '%20', '%2F', '%c3%a9', '%ENVIRONMENT(UPSTREAM_PASSWORD)%', '%ENVIRONMENT(PATH)%'],
  ['%REQ(authorization)%', '%REQ(:PATH)%', '%START_TIME(%s)%', '%LOCAL_REPLY_BODY%', '%BOGUS%', '%()%'],
  ['%PER_REQUEST_STATE(x)%', '%UPSTREAM_METADATA(["a","b"])%', '%DYNAMIC_METADATA(gatewright:call)%', '%s'],
  ['%FILE_CONTENT(/proc/self/environ)%', '%CEL(request.headers)%', '%%ENVIRONMENT(UPSTREAM_PASSWORD)%%'],
  // Lua.
  [']]', ']==]', '--', '--[[', ']==] error(os.getenv("UPSTREAM_PASSWORD")) --', ' end ', 'nil'],
  ['"..os.getenv("UPSTREAM_PASSWORD").."', '\t{},error(os.getenv("UPSTREAM_PASSWORD"))\n'],
  ['\n', '\t', '\r\n', '\0', '\\', '\\n'],
  // JSON, YAML and XML.
  ['"', "'", '"}', '","x":"', '{"a":1}', '<b>', '&amp;', '${UPSTREAM_PASSWORD}', '{{x}}', '{x}', '# ', ': '],
  // Expressions and substitutions.
  ['.*', '(?i)', '|', '^', '$', '[', ']', '(', ')', '+', '*', '?', '\\1', '\\0', '!', '~', '{', '}'],
  // CEL, shells and paths.
  ["' || true || '", '`id`', '$(id)', '..', '/../', '//', '@', ';', ',', '=', '<', '>'],
  // Unicode.
  ['é', '😀', '\u202e', '\u2028', '\ud800', '\uffff', '\ue000', '\u0085', '\x7f', '\ufeff', 'K'],
  ['__proto__', 'constructor', 'toString', '-', '_', '.', 'x'.repeat(80), 'long-'.repeat(60)],
].flat();

const hostile = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...snippets) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...snippets), fc.constantFrom(...snippets))
      .map((two) => two.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }) },
);

/** A text that is to be put into a field, in several spellings of which the first is taken that lint accepts. */
export interface DrawnText {
  readonly field: TextField;
  readonly insertions: readonly string[];
  readonly place: number;
}

export function drawText(fields: readonly TextField[]): fc.Arbitrary<DrawnText> {
  return fc.record({
    field: fc.constantFrom(...fields),
    insertions: fc.array(hostile, { minLength: 24, maxLength: 24, size: 'max' }),
    place: fc.nat(1000),
  });
}

/** At most so many spellings are tried of one text, and at last so many that mean nothing special. */
const [maxHostile, maxPlain] = [6, 3];

/** The spellings of a text that the schema allows, with more of it in the first ones. */
export function spell(
  { field, insertions, place }: DrawnText,
  usual: string | undefined,
  isShared: boolean,
): readonly string[] {
  const { pattern, maxLength } = field.limits;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const isAllowed = (text: string) =>
    text !== '' && text.length <= (maxLength ?? Infinity) && (expression?.test(text) ?? true);
  const spellings = insertions
    .flatMap((text) => [...insert(text, usual, place), ...(isShared ? [] : [text])])
    .filter(isAllowed);
  const others = [...new Set(spellings)].filter((text) => text !== usual);
  const plain = others.filter((text) => !isHostile(text) || /^[\w-]+$/.test(text));
  return [
    ...others.filter((text) => !plain.includes(text)).slice(0, maxHostile),
    ...plain.slice(0, maxPlain),
  ];
}

/** After the usual text, somewhere in it, before it, and alone. */
function insert(text: string, usual: string | undefined, place: number): readonly string[] {
  if (usual === undefined) return [text, `a${text}`, `https://a.example.edu/${text}`, `/${text}`];
  const middle = place % (usual.length + 1);
  const inside = usual.slice(0, middle) + text + usual.slice(middle);
  const others = [inside, usual + text, text + usual];
  return place % 2 === 0 ? others : [usual + text, inside, text + usual];
}

/** Whether a text has a character that means something in some place of a configuration. */
export function isHostile(text: string): boolean {
  return /[^\w./: @-]/.test(text);
}
