// The live table of jobs, as a React single-page app has it: rows that are memoized by their job, a clock that only ages listen to.

import { createRoot } from "react-dom/client";

import { Jobs } from "./jobs.jsx";

createRoot(document.getElementById("root")).render(<Jobs project={location.pathname.split("/")[2]} />);
