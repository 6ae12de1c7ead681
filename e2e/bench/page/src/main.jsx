// Sign-in and job list, as a React single-page app has them: one bundle, with its questions asked side by side.

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

import { Jobs } from "./jobs.jsx";
import { SignIn } from "./sign-in.jsx";

const router = createBrowserRouter([
  { path: "/sign-in", element: <SignIn /> },
  { path: "/p/:project/jobs", element: <Jobs /> },
]);

createRoot(document.getElementById("root")).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
