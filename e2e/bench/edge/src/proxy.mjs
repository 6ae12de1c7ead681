// A proxy in Hono: it asks the service each time, and passes the bodies on unread where it can.

import { Hono } from "hono";

import { ask, failure, needs, promptOf, respond } from "./checks.mjs";

const app = new Hono();
app.use(respond);
app.onError(failure);

app.get("/v2/agent/:project/job/:job", needs("jobs:read"), async ({ env, req }) => pass(await ask(env, req.path)));
app.get("/v1/analytics/:project/visitors", needs("visitors:read"), async ({ env, req }) => {
  const { search } = new URL(req.url);
  return pass(await ask(env, `${req.path}${search}`));
});
app.post("/v2/agent/:project/job", needs("jobs:write"), async (context) => {
  const { body } = await promptOf(context);
  return pass(await ask(context.env, context.req.path, { method: "POST", body }));
});

/** The service's response with its body and type, and none of its other headers. */
function pass({ status, body, headers }) {
  return new Response(body, { status, headers: { "Content-Type": headers.get("Content-Type") } });
}

export default app;
