// The jobs in the pictures: typical documentation work in every state, oldest first.

/** `sim` controls the stand-in service; times are in minutes before the picture. */
export const JOBS = [
  { prompt: "Rename “workspace” to “project” throughout", author: "mateo", started: 4_330, ended: 4_309, sim: "1s, pr, archive 0s" },
  {
    prompt: "Move the authentication guide to OAuth 2.1\n\nDrop the implicit flow, and say what replaces it.",
    author: "ada",
    started: 2_910,
    ended: 2_898,
    sim: "1s, pr, archive 0s",
  },
  { prompt: "Check every external link, and fix or remove the dead ones", author: "token:nightly", started: 1_570, ended: 1_561, sim: "1s, no-pr" },
  { prompt: "Explain idempotency keys, with an example for each SDK", author: "mateo", started: 1_322, ended: 1_316, sim: "1s, pr", labels: "sdk 4" },
  { prompt: "Add the EU region to the table of base URLs", author: "yuki", started: 1_190, ended: 1_187, sim: "1s, pr" },
  { prompt: "Translate the billing pages into Japanese", author: "yuki", started: 318, ended: 301, sim: "1s, fail" },
  { prompt: "Translate the billing pages into Japanese, one page at a time", author: "yuki", started: 290, ended: 243, sim: "1s, pr", labels: "japanese" },
  { prompt: "Say on every page of the API reference which scopes it takes", author: "ada", started: 171, ended: 158, sim: "1s, pr" },
  {
    prompt:
      "Update the quickstart for SDK 4\n\n" +
      "The client is made with createClient() now, and the key is read from the environment. " +
      "Keep the steps in their order, say what happens without a key, and try every snippet.",
    followUp: "Show the same for Python. Its client keeps the old name until the next major version.",
    author: "dev",
    started: 54,
    ended: 12,
    sim: "1s, pr",
    labels: "sdk 4",
    inPicture: true,
  },
  { prompt: "Document the rate limits in one place", author: "ada", started: 41, ended: 36, sim: "1s, pr" },
  { prompt: "Write the changelog for release 4.2 from the merged pull requests", author: "token:release", started: 6, sim: "never" },
  { prompt: "Add a troubleshooting section to the webhooks guide", author: "dev", started: 2, sim: "never" },
];

/** The draft in the picture of the jobs. */
export const DRAFT =
  "Write a migration guide from SDK 3 to SDK 4.\n" +
  "Begin with the changes that break builds, each with the code before and after.";

/** The prompt in the animated picture. */
export const FILMED = "Document the new webhook events\nOne page each, with an example of its body.";
