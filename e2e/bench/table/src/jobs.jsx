import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { memo, useCallback, useEffect, useReducer, useState } from "react";

import { EMPTY, reduce, useClock } from "./store.js";

const features = tableFeatures({});
const helper = createColumnHelper();
const columns = [
  helper.display({ id: "select", header: "Select" }),
  helper.accessor("status", { header: "Status", cell: ({ row }) => <Status job={row.original} /> }),
  helper.accessor("title", { header: "Job", cell: ({ row }) => <Title job={row.original} /> }),
  helper.accessor("author", { header: "By", cell: ({ getValue }) => getValue() && <Filter name="author" value={getValue()} className="jobs__filter" /> }),
  helper.accessor("addedAt", { header: "Started", cell: ({ getValue }) => <Age at={getValue()} /> }),
  helper.accessor("checkedAt", { header: "Freshness", cell: ({ row }) => <Freshness job={row.original} /> }),
  helper.accessor("prLink", { header: "Pull request", cell: ({ getValue }) => getValue() && <a className="pr" href={getValue()}>{getValue()}</a> }),
];

export function Jobs({ project }) {
  const [{ revision, jobs }, apply] = useReducer(reduce, EMPTY);
  const [selected, setSelected] = useState(new Set());
  useEffect(() => {
    const socket = new WebSocket(`ws://${location.host}/api/projects/${project}/live`);
    socket.addEventListener("message", ({ data }) => apply(JSON.parse(data)));
    return () => socket.close();
  }, [project]);
  const select = useCallback((id) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    query.delete("selected");
    if (selected.size > 0) query.set("selected", [...selected].join(" "));
    history.replaceState(null, "", query.size > 0 ? `?${query}` : location.pathname);
  }, [selected]);
  const table = useTable({ features, columns, data: jobs, getRowId: (job) => job.id });
  return (
    <main className="main">
      <h1 className="heading">Jobs</h1>
      {selected.size > 0 && <div className="bulk bulk--shown"><strong role="status">{selected.size} selected</strong></div>}
      {revision === null ? <p role="status">Loading…</p> : jobs.length === 0 ? <p>No jobs yet.</p> : (
        <table className="jobs">
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>{group.headers.map((header) => <th key={header.id}><table.FlexRender header={header} /></th>)}</tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <Row key={row.id} job={row.original} row={row} table={table} isSelected={selected.has(row.id)} select={select} />
            ))}
          </tbody>
        </table>
      )}
    </main>
  );
}

const Row = memo(
  function Row({ job, row, table, isSelected, select }) {
    return (
      <tr className={job.status === "active" ? "jobs__row" : "jobs__row jobs__row--ended"}>
        {row.getAllCells().map((cell) => (
          <td key={cell.id} className={`jobs__${cell.column.id}`}>
            {cell.column.id === "select" ? (
              <input type="checkbox" aria-label={`Select ${job.title}`} checked={isSelected} onChange={() => select(job.id)} />
            ) : (
              <table.FlexRender cell={cell} />
            )}
          </td>
        ))}
      </tr>
    );
  },
  (before, after) => before.job === after.job && before.isSelected === after.isSelected,
);

function Status({ job }) {
  return <span className="status"><svg className="status__shape" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5" /></svg>{job.status}</span>;
}

function Title({ job }) {
  return (
    <div className="jobs__name">
      <a className="jobs__link" dir="auto" href={`/p/acme-docs/jobs/${job.id}`}>{job.title}</a>
      {job.labels.map((label) => <Filter key={label} name="label" value={label} className="jobs__filter jobs__label" />)}
    </div>
  );
}

function Filter({ name, value, className }) {
  return <a className={className} href={`/p/acme-docs/jobs?${name}=${encodeURIComponent(value)}`} title={`Only ${value}`}>{value}</a>;
}

function Age({ at }) {
  const since = Date.parse(at);
  const age = useClock((now) => ago(now - since));
  return <time dateTime={at}>{age}</time>;
}

function Freshness({ job }) {
  const word = useClock((now) => (job.endedAt ? "ended" : now - Date.parse(job.checkedAt) > 600_000 ? "stale, checked" : "checked"));
  return <span className="freshness">{word} <Age at={job.endedAt ?? job.checkedAt} /></span>;
}

function ago(ms) {
  if (ms < 2000) return "just now";
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s ago`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`;
  if (ms < 86_400_000) return `${Math.floor(ms / 3_600_000)} h ago`;
  return `${Math.floor(ms / 86_400_000)} d ago`;
}
