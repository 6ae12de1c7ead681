/** The answer of Docket's API as JSON; null if there is nobody. */
export async function get(path) {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  if (response.status === 204 || response.status === 401) return null;
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

export async function signIn(credentials) {
  const response = await fetch("/api/session", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Docket": "1" },
    body: JSON.stringify(credentials),
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response.json();
}
