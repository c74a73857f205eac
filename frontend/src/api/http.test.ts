import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { json, serve } from "../test/render";
import { ApiError, http, onReachability, onSessionLapsed, setCsrfToken, withQuery } from "./http";

beforeEach(() => setCsrfToken("first"));
afterEach(() => onSessionLapsed(null));

describe("requests", () => {
  it("carry the CSRF token only where something is changed", async () => {
    const calls = serve({ "GET /api/x": {}, "POST /api/x": {} });
    await http.get("/api/x");
    await http.post("/api/x", { a: 1 });
    expect(calls.map((c) => c.headers.get("X-CSRFToken"))).toEqual([null, "first"]);
    expect(calls[1]?.body).toEqual({ a: 1 });
  });

  it("leave empty filters out of the address", () => {
    expect(withQuery("/api/x", { a: "", b: undefined, c: false, d: true, e: 0 })).toBe(
      "/api/x?d=1&e=0",
    );
    expect(withQuery("/api/x", {})).toBe("/api/x");
  });
});

describe("refusals", () => {
  it("keep the server's words, code and fields", async () => {
    serve({
      "POST /api/x": () =>
        json({ detail: "Not valid.", code: "invalid", fields: { name: ["Too long."] } }, 400),
    });
    const problem = await http.post("/api/x").catch((e) => e);
    expect(problem).toBeInstanceOf(ApiError);
    expect(problem).toMatchObject({
      status: 400,
      code: "invalid",
      message: "Not valid.",
      fields: { name: ["Too long."] },
    });
  });

  it("are put in plain words when the server gives none", async () => {
    serve({ "GET /api/x": () => new Response("<h1>Bad gateway</h1>", { status: 502 }) });
    await expect(http.get("/api/x")).rejects.toThrow("The server failed (502)");
  });

  it("tell an unreachable server from a refusal", async () => {
    const seen: boolean[] = [];
    onReachability((ok) => seen.push(ok));
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    await expect(http.get("/api/x")).rejects.toMatchObject({ status: 0, code: "unreachable" });
    serve({ "GET /api/x": {} });
    await http.get("/api/x");
    expect(seen).toEqual([false, true]);
  });
});

describe("a lapsed session", () => {
  it("is renewed, and the request sent again with the new token", async () => {
    let signedIn = false;
    const calls = serve({
      "POST /api/save": () =>
        signedIn ? { saved: true } : json({ detail: "", code: "not_authenticated" }, 401),
    });
    onSessionLapsed(async () => {
      signedIn = true;
      setCsrfToken("second");
      return true;
    });
    expect(await http.post("/api/save", { text: "kept" })).toEqual({ saved: true });
    expect(calls.map((c) => [c.body, c.headers.get("X-CSRFToken")])).toEqual([
      [{ text: "kept" }, "first"],
      [{ text: "kept" }, "second"],
    ]);
  });

  it("ends in an error when the person gives up", async () => {
    serve({ "GET /api/x": () => json({ detail: "Sign in first." }, 401) });
    onSessionLapsed(async () => false);
    await expect(http.get("/api/x")).rejects.toThrow("Sign in first.");
  });

  it("is told from a plain no", async () => {
    serve({ "GET /api/x": () => json({ detail: "Not for you.", code: "forbidden" }, 403) });
    const ask = vi.fn(async () => true);
    onSessionLapsed(ask);
    await expect(http.get("/api/x")).rejects.toThrow("Not for you.");
    expect(ask).not.toHaveBeenCalled();
  });
});
