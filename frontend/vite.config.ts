/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Where `npm run dev` finds the running platform (`make run` prints its address).
const platform = process.env.PHONEBUDDY_URL ?? "http://127.0.0.1:8000";
const proxied = ["/api", "/admin", "/static", "/healthz", "/accounts"];

export default defineConfig(({ command }) => ({
  plugins: [react()],
  // Built files are served by Django under /static/; the dev server has the root for itself.
  base: command === "build" ? "/static/" : "/",
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: platform }])),
  },
  build: {
    outDir: "dist",
    manifest: "manifest.json",
    // The Content-Security-Policy forbids data: fonts and scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rollupOptions: { input: "src/main.tsx" },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    css: false,
    isolate: false, // loading the libraries anew for each file would take most of the time
    testTimeout: 120_000, // ms: the machine may be slow, or busy with the browser beside it
  },
}));
