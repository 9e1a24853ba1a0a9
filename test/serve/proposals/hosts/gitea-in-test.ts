import type { AnsweredInTest, AskedInTest } from './host-in-test.ts';

/** A pull request as Gitea 1.26 shows it, without the fields that nobody reads. */
export interface PullInTest {
  readonly number: number;
  readonly html_url: string;
  state: 'open' | 'closed';
  merged: boolean;
  merged_at: string | null;
  closed_at: string | null;
  readonly head: { readonly ref: string; readonly repo: { readonly full_name: string } | null };
  readonly base: { readonly ref: string; readonly repo: { readonly full_name: string } };
}

/** The pull requests of one repository, and the part of the API of Gitea that is about them. */
export class GiteaInTest {
  /** The newest first. */
  readonly pulls: PullInTest[] = [];
  /** The status of all answers. */
  failure: number | undefined;
  onCreate: () => unknown = () => undefined;

  readonly answer = ({ asked, body }: AskedInTest): AnsweredInTest => {
    const [method, target = ''] = asked.split(' ');
    const { pathname, searchParams } = new URL(target, 'http://gitea');
    if (this.failure !== undefined) return { status: this.failure };
    if (pathname !== '/forge/api/v1/repos/parks/apis/pulls') return { status: 404 };
    return method === 'POST' ? this.#create(body as CreateInTest) : this.#list(searchParams);
  };

  add(branch: string, from = 'parks/apis', into = 'main'): PullInTest {
    const number = this.pulls.length + 1;
    const pull: PullInTest = {
      number,
      html_url: `https://git.example.edu/forge/parks/apis/pulls/${number}`,
      state: 'open',
      merged: false,
      merged_at: null,
      closed_at: null,
      head: { ref: branch, repo: { full_name: from } },
      base: { ref: into, repo: { full_name: 'parks/apis' } },
    };
    this.pulls.unshift(pull);
    return pull;
  }

  #list(query: URLSearchParams): AnsweredInTest {
    const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))];
    const listed = this.pulls.filter(
      ({ state, base }) => state === query.get('state') && base.ref === query.get('base_branch'),
    );
    return { status: 200, body: listed.slice((page - 1) * limit, page * limit) };
  }

  #create({ head, base }: CreateInTest): AnsweredInTest {
    this.onCreate();
    const isThere = ({ state, head: { ref, repo } }: PullInTest) =>
      state === 'open' && ref === head && repo?.full_name === 'parks/apis';
    if (this.pulls.some(isThere))
      return { status: 409, body: { message: 'pull request already exists for these targets' } };
    return { status: 201, body: this.add(head, 'parks/apis', base) };
  }
}

interface CreateInTest {
  readonly head: string;
  readonly base: string;
}
