import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import type { UsageSubject } from '#runtime/ports/usage.ts';
import { count } from './call-metrics.ts';
import { quoteLabel } from './render-api-metrics.ts';

/** The maximum number of subjects with their own series; the calls of all other subjects are added up in one series. */
const maxSubjects = 2000;

/** The subject of that series; no application can have this name. */
const others: UsageSubject = { application: '(other)', api: '', keySet: 'production' };

interface SubjectCalls {
  readonly subject: UsageSubject;
  /** The number of calls by outcome. */
  readonly outcomes: Map<string, number>;
}

/** The name of the metric. */
const metric = 'gatewright_application_requests_total';

/**
 * Adds up the calls of applications since the start of the gateway, by subject and outcome. The number of series is
 * bounded by the declarations, since there is one for each subscription that is used, and by a maximum.
 */
export class ApplicationCalls {
  readonly #isDeclared: (subject: UsageSubject) => boolean;
  readonly #maxSubjects: number;
  readonly #bySubject = new Map<string, SubjectCalls>();
  /** The calls of the subjects without their own series, by outcome. */
  readonly #others = new Map<string, number>();

  /** `isDeclared` tests whether the application and the API of a subject are served; other subjects have no series. */
  constructor(isDeclared: (subject: UsageSubject) => boolean, most = maxSubjects) {
    this.#isDeclared = isDeclared;
    this.#maxSubjects = most;
  }

  add(increments: readonly UsageIncrement[]): void {
    if (this.#bySubject.size + increments.length > this.#maxSubjects) this.#forgetRemoved();
    for (const increment of increments) {
      const outcomes = this.#outcomesOf(increment);
      const { rejections, responses, requests } = increment;
      const rejected = sum(Object.values(rejections));
      for (const [name, number] of Object.entries(responses)) count(outcomes, name, number);
      if (rejected > 0) count(outcomes, 'rejected', rejected);
      const rest = requests - rejected - sum(Object.values(responses));
      if (rest > 0) count(outcomes, 'aborted', rest);
    }
  }

  /** The metric in the text format of Prometheus. */
  render(): string {
    this.#forgetRemoved();
    let text = `# HELP ${metric} Completed requests of applications, by API, key set and outcome.\n# TYPE ${metric} counter\n`;
    const all = [...this.#bySubject.values(), { subject: others, outcomes: this.#others }];
    for (const { subject, outcomes } of all) {
      const labels = renderSubject(subject);
      for (const [outcome, number] of outcomes)
        text += `${metric}{${labels},outcome="${outcome}"} ${number}\n`;
    }
    return text;
  }

  #outcomesOf({ application, api, keySet }: UsageSubject): Map<string, number> {
    const key = JSON.stringify([application, api, keySet]);
    const known = this.#bySubject.get(key);
    if (known) return known.outcomes;
    if (this.#bySubject.size >= this.#maxSubjects) return this.#others;
    const outcomes = new Map<string, number>();
    this.#bySubject.set(key, { subject: { application, api, keySet }, outcomes });
    return outcomes;
  }

  #forgetRemoved(): void {
    for (const [key, { subject }] of this.#bySubject) {
      if (!this.#isDeclared(subject)) this.#bySubject.delete(key);
    }
  }
}

/** The labels of a subject. Calls without a subscription belong to no API, as do calls of an unknown path. */
function renderSubject({ application, api, keySet }: UsageSubject): string {
  const slash = api.lastIndexOf('/');
  const [name, version] = slash === -1 ? ['unknown', 'unknown'] : [api.slice(0, slash), api.slice(slash + 1)];
  return `application=${quoteLabel(application)},api=${quoteLabel(name)},version=${quoteLabel(version)},key_set="${keySet}"`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
