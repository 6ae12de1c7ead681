// The documentation service, as fast as Node can be: fixed responses, so that it is not what is measured.

import { createServer } from "node:http";

const ROWS = 50;
const job = (number, status) => ({
  id: `job-${number}`,
  status,
  source: { repository: "https://github.com/acme/docs", ref: "main" },
  model: "sonnet",
  prLink: status === "completed" ? `https://github.com/acme/docs/pull/${number}` : null,
  createdAt: "2026-01-31T09:30:00.000Z",
  archivedAt: null,
});
const ENDED = JSON.stringify(job(0, "completed"));
const VISITORS = JSON.stringify({
  totals: { human: 18_230, ai: 4_310, total: 22_100 },
  visitors: Array.from({ length: ROWS }, (_, row) => {
    const human = 5_000 - 90 * row;
    return { path: `/guides/chapter-${row}/how-to-begin`, human, ai: 800, total: human + 750 };
  }),
  hasMore: true,
});

let created = 0;
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const isCreate = request.method === "POST";
    const body = isCreate ? JSON.stringify(job((created += 1), "active")) : request.url.startsWith("/v1/") ? VISITORS : ENDED;
    response.writeHead(isCreate ? 201 : 200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
});
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
