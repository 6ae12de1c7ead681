import { useQuery } from "@tanstack/react-query";
import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { Link, Navigate, useParams } from "react-router";

import { get } from "./api.js";

const features = tableFeatures({});
const helper = createColumnHelper();
const columns = [
  helper.accessor("status", { header: "Status" }),
  helper.accessor("title", {
    header: "Job",
    cell: ({ row }) => <a className="jobs__link" href={`/p/acme-docs/jobs/${row.original.id}`}>{row.original.title ?? row.original.id}</a>,
  }),
  helper.accessor("author", { header: "By" }),
  helper.accessor("addedAt", { header: "Started", cell: ({ getValue }) => <time dateTime={getValue()}>{new Date(getValue()).toLocaleString()}</time> }),
  helper.accessor("prLink", { header: "Pull request", cell: ({ getValue }) => getValue() && <a href={getValue()}>Pull request</a> }),
];
const NONE = [];

export function Jobs() {
  const { project } = useParams();
  const session = useQuery({ queryKey: ["session"], queryFn: () => get("/api/session") });
  const projects = useQuery({ queryKey: ["projects"], queryFn: () => get("/api/projects") });
  const jobs = useQuery({ queryKey: ["jobs", project], queryFn: () => get(`/api/projects/${project}/jobs`) });
  const table = useTable({ features, columns, data: jobs.data?.jobs ?? NONE });
  if (session.data === null) return <Navigate to="/sign-in" replace />;
  return (
    <>
      <header className="top-bar">
        <Link className="brand" to={`/p/${project}/jobs`}>Docket</Link>
        <select aria-label="Project" value={project} onChange={() => {}}>
          {(projects.data?.projects ?? NONE).map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </select>
      </header>
      <main className="main">
        <h1 className="heading">Jobs</h1>
        {jobs.data === undefined ? <p role="status">Loading…</p> : (
          <table className="jobs">
            <thead>
              {table.getHeaderGroups().map((group) => (
                <tr key={group.id}>{group.headers.map((header) => <th key={header.id}><table.FlexRender header={header} /></th>)}</tr>
              ))}
            </thead>
            <tbody>
              {table.getRowModel().rows.map((row) => (
                <tr className="jobs__row" key={row.id}>{row.getAllCells().map((cell) => <td key={cell.id}><table.FlexRender cell={cell} /></td>)}</tr>
              ))}
            </tbody>
          </table>
        )}
      </main>
    </>
  );
}
