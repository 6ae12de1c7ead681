import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { signIn } from "./api.js";

export function SignIn() {
  const [name, setName] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const client = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      client.setQueryData(["session"], session);
      navigate("/p/acme-docs/jobs");
    },
  });
  const submit = (event) => {
    event.preventDefault();
    mutation.mutate({ name, passphrase });
  };
  return (
    <main className="standalone">
      <p className="standalone__brand">Docket</p>
      <h1 className="heading">Sign in</h1>
      <form className="sign-in" onSubmit={submit}>
        <label className="field">
          <span className="field__label">Name</span>
          <input name="name" autoComplete="username" required autoFocus value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="field">
          <span className="field__label">Passphrase</span>
          <input name="passphrase" type="password" autoComplete="current-password" required value={passphrase} onChange={(event) => setPassphrase(event.target.value)} />
        </label>
        {mutation.error && <p role="alert">{mutation.error.message}</p>}
        <button className="button button--primary">{mutation.isPending ? "Signing in…" : "Sign in"}</button>
      </form>
    </main>
  );
}
