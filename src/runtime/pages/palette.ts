import { html as css } from './html.ts';

/**
 * The colours of all pages, for logins and for the store. Every pair of text and background has a contrast of 4.5 to 1
 * or more, in light and in dark mode.
 */
export const palette = css`
  :root {
    color-scheme: light dark;
    --ground: #eef1f6;
    --page: #ffffff;
    --text: #1b1b1f;
    --quiet: #55555f;
    --line: #767680;
    --main: #1746a2;
    --on-main: #ffffff;
    --alert: #a1121f;
    --alert-page: #fdecee;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #0c0d10;
      --page: #17181d;
      --text: #f1f1f4;
      --quiet: #b6b6c0;
      --line: #8e8e99;
      --main: #a9c4ff;
      --on-main: #0b1a3a;
      --alert: #ffb3b8;
      --alert-page: #3a1418;
    }
  }
`;
