import pluralize from 'pluralize';
import { readWords, splitWords } from './split-words.ts';

/** Words that end like plurals and are singular, or are used as both. */
const seemingPlurals = new Set(
  readWords(`
  data metadata aws https kubernetes macos saas paas iaas canvas basis always across this plus versus sans
  means lens atlas chaos cosmos exists contains needs
`),
);

/** Words after one of these qualify the word before it: `codes_of_conduct` are codes. */
export const prepositions: ReadonlySet<string> = new Set(
  readWords(`
    of for by with without per from along near within to
  `),
);

/**
 * Whether a name is singular or plural, by its main word: `dog_owners` is plural. It is ambiguous, so that nothing is
 * reported, unless the main word is certainly a singular noun or a plural.
 */
export function numberOf(name: string): WordNumber {
  const known = remembered.get(name);
  if (known) return known;
  if (remembered.size === maxRemembered) remembered.clear();
  const number = countName(name);
  remembered.set(name, number);
  return number;
}

function countName(name: string): WordNumber {
  const [before, last = ''] = splitWords(name).slice(-2);
  if (isToDo(before, last)) return /s$/i.test(last) ? 'plural' : 'singular';
  return isRelation(name) ? 'ambiguous' : countWord(headOf(name).toLowerCase());
}

/**
 * Whether a name is a relation, which has no clear main word: `member_of` is not one member, `dog_to_owner_links` are
 * links, and `dog_to_dog` is a kind of something.
 */
function isRelation(name: string): boolean {
  const words = splitWords(name).map((word) => word.toLowerCase());
  const last = words.at(-1) ?? '';
  if (prepositions.has(last) || (words.at(-2) === 'to' && words.at(-3) === last)) return true;
  return words.includes('to') && isCertainlyPlural(last) && !isCertainlyPlural(headOf(name).toLowerCase());
}

type WordNumber = 'singular' | 'plural' | 'ambiguous';

/** A cache of recent names, since a document repeats the same names. */
const remembered = new Map<string, WordNumber>();
const maxRemembered = 10_000;

function countWord(word: string): WordNumber {
  if (countNouns.has(word)) return 'singular';
  return isCertainlyPlural(word) ? 'plural' : 'ambiguous';
}

/** Whether a word is certainly a plural. Three letters that end in `s` are as likely an acronym. */
function isCertainlyPlural(word: string): boolean {
  if (seemingPlurals.has(word) || !pluralize.isPlural(word) || pluralize.isSingular(word)) return false;
  return word.length > 3 || countNouns.has(pluralize.singular(word));
}

/** Whether the form of a name is singular, even if its word is unknown. */
export function isPluralless(name: string): boolean {
  const word = headOf(name).toLowerCase();
  return (
    /^[a-z]*[aeiouy][a-z]*$/.test(word) &&
    word.length > 3 &&
    pluralize.isSingular(word) &&
    !pluralize.isPlural(word)
  );
}

/** The plural of a name: `dog_owner` becomes `dog_owners`. */
export function pluralOf(name: string): string {
  const head = headOf(name);
  const start = name.lastIndexOf(head);
  const plural = inSchemas.test(head) ? `${head}s` : pluralize.plural(head);
  return name.slice(0, start) + plural + name.slice(start + head.length);
}

/** Greek nouns that have English plurals in software: `schemas`, not `schemata`. */
const inSchemas = /^(schema|lemma)$/i;

function headOf(name: string): string {
  const words = splitWords(name);
  const preposition = words.findIndex(
    (word, index) =>
      (prepositions.has(word.toLowerCase()) && !isToDo(word, words[index + 1])) || isPlaceOf(words, index),
  );
  return words[(preposition > 0 ? preposition : words.length) - 1] ?? '';
}

/**
 * Whether a word is `in`, `on` or `at` and begins a place: `dogs_in_park` are dogs, but `check_in` is one word, also in
 * `check_in_desks`.
 */
function isPlaceOf(words: readonly string[], index: number): boolean {
  if (!/^(in|on|at)$/i.test(words[index] ?? '')) return false;
  return words[index + 1] !== undefined && isCertainlyPlural((words[index - 1] ?? '').toLowerCase());
}

/** Whether two words are the noun `to do`: `company_to_dos` are not companies. */
export function isToDo(word = '', next = ''): boolean {
  return /^to$/i.test(word) && /^dos?$/i.test(next);
}

const people = `
  account actor administrator advisor agent ambassador applicant approver architect artist assignee assistant
  athlete attendee attorney author bidder borrower broker buyer candidate captain caregiver carrier cashier
  celebrity champion child citizen client clinician coach colleague collaborator commander competitor consultant
  consumer contact contractor contributor coordinator courier creator creditor curator customer dealer debtor
  defendant dentist designer developer director distributor doctor donor driver editor employee employer engineer
  examiner expert farmer follower friend gamer graduate guardian guest holder inspector instructor insurer investor
  landlord lawyer leader learner lecturer lender librarian maintainer manager manufacturer member mentor merchant
  moderator musician neighbour neighbor nurse observer officer operator organiser organizer owner panelist parent
  participant partner passenger patient patron payee payer performer person pharmacist photographer physician pilot
  player politician president producer professor programmer provider publisher pupil purchaser recipient recruiter
  referee registrant renter reporter requester resident retailer reviewer rider sailor scholar scientist seller
  sender shareholder shopper signer singer soldier spouse stakeholder student subscriber supervisor supplier surgeon
  teacher teammate technician tenant therapist tourist trader trainee trainer translator traveller traveler
  treasurer trustee tutor user vendor victim visitor volunteer voter worker writer
`;

const animals = `
  animal bird breed butterfly camel cat chicken cow crab crow dog dolphin donkey dragon duck eagle elephant ferret
  fox frog giraffe goat hamster hawk hen horse insect kitten lion lizard llama monkey mouse owl panda parrot penguin
  pet pig pigeon puppy rabbit rat reptile rooster shark snail snake sparrow spider squirrel swan tiger turtle whale
  wolf zebra
`;

const things = `
  adapter addon address advertisement agreement airline airplane airport alarm album alert algorithm alias allergy
  allocation amendment amenity analysis anchor angle annotation announcement annuity answer antenna anthem apartment
  apology appeal appliance application appointment approval article artifact assessment asset assignment association
  attachment attempt attribute auction author avatar badge bag balance ballot bank banner bar barcode barrier basket
  bathroom battle bedroom beneficiary benefit bicycle bid bike bill binding blob block blog blueprint board boat
  body bonus book booking bookmark boundary box bracelet bracket branch brand bridge bucket budget bug building
  bulletin bundle bus business button calculator call camera campaign campus cancellation car card carrier carton
  cart case category certificate certification channel chapter charge chart checklist checkpoint cheque chip choice
  cinema citation city claim class classification classroom clause clip club cluster college column comment commit
  committee commodity company complaint component computer condition conference conflict connection connector
  consent constraint contact container contest contract contribution conversation cookie corporation country county
  coupon course court credential criterion currency curriculum cycle dashboard database dataset datacenter
  datasource deal declaration defect definition deliverable delivery department departure dependency deployment
  deposit deputy device diagnosis dictionary diploma disc discount discussion disease disk dispute distribution
  dividend doc document domain donation dossier draft drone drug earthquake edition election emoji encounter
  endpoint engine enquiry enrollment enrolment enterprise entitlement entry envelope environment episode error
  evaluation event exam example exception exercise exhibit expense experiment expert extension facet facility farm
  favourite favorite feature fee field file film finding fingerprint flag flight folder form forum fragment
  franchise function gadget gallery game garage garden genre gift gist goal grant graveyard group guide hackathon
  handler handset hashtag helicopter highlight highway hill holiday hospital hostel hotel house household icon
  idea identity image implementation incident influencer ingredient inspection installation instance
  institute institution instrument integration interface interview investment invitation invoice island issue
  itinerary job journal keypair keyword kit lab label laboratory landmark language laptop lawsuit layer lease
  lecture lemma lesson letter levy licence license limit limitation line listing loan locale location locker
  machine magazine mailbox manifest map marker market marketplace match matrix measurement medal medication meeting
  membership mention merchant merger message meter method metric microservice migration milestone mineral
  model modifier module motorcycle movie municipality museum namespace nation navigator network node
  notebook note notification nutrient observation occurrence offer office operation option order organisation
  organization organism outage package page painting paragraph parameter parcel park parser part partition
  partnership party passport password patch path pathway payment payout payroll pension period peripheral permission
  permit persona photo photograph pipe pipeline place plan plane planet plant platform playbook plot plugin
  podcast point policy poll pool port portal position post postcode poster practitioner prescription prescriber
  price printer probe problem processor procurement product profile program programme project promotion property
  proposal province publication qualification question questionnaire quiz quota quotation quote railway rating
  reactor reader receipt record recording redemption referral refund region release reminder rental replica
  repository reproduction request requirement reservation response restaurant restriction result review revision
  risk road roadmap robot role room root route router routine row rule ruleset runner sale sample sanction scenario
  schema scheme scholarship school scope scorecard scraper screen screenshot script season seat section sector
  segment selection semester seminar sensor sentence sequence server service session setting shift ship shipment
  shop shortcut show shuttle sibling signal signature simulation site sitemap skill slide slot snapshot snippet song
  speaker specialist specialization specialty specification sponsor sprint stadium stamp statement station statistic
  step sticker store storefront story structure studio subdomain subject submission subnet subscription subsidiary
  subtask subtitle suggestion supermarket supplement surname survey suspect syllabus symbol synonym system table
  tablet tag target task technique template tenancy tenant tender terminal territory testimonial
  theatre theater theme theory thesis thread threshold thumbnail ticket tier timer timeslot timesheet
  timezone token tool topic topology tour tournament tower town township tract trademark trail train trait
  transaction transcript transponder treatment trigger trip truck turbine tutorial tweet unit university
  upgrade utterance vacancy vacation vaccination vaccine variable variant vault vector vehicle venture venue
  vessel video viewpoint visit voucher vulnerability walk wallet warehouse warning waveform waypoint weapon webhook
  webinar webpage website wedding week whiteboard widget window word workbook workflow workgroup workplace workshop
  worksheet workspace workstation worktree zone zoo
`;

const compounds = `
  apikey bot changelog daemonset datapoint enum keyspace namespace org pdf pod repo subresource vm
`;

/**
 * Words that are certainly singular, countable nouns, so that a collection should have their plural as its name.
 * Collective nouns (inventory, history) and uncountable nouns (feedback) are omitted on purpose.
 */
export const countNouns: ReadonlySet<string> = new Set(
  [people, animals, things, compounds].flatMap((words) => readWords(words)),
);
