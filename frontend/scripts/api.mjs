// Writes src/api/schema.d.ts from the platform's own OpenAPI document; with --check only says whether it is current.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const root = resolve(fileURLToPath(import.meta.url), "../../..");
const target = join(root, "frontend/src/api/schema.d.ts");
const venv = join(root, ".venv/bin/python");
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : "python3");

const folder = mkdtempSync(join(tmpdir(), "phonebuddy-api-"));
let text;
try {
  const schema = join(folder, "schema.json");
  execFileSync(python, ["manage.py", "spectacular", "--format", "openapi-json", "--file", schema], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ast = await openapiTS(JSON.parse(readFileSync(schema, "utf8")), { alphabetize: true });
  text = `/** Made by \`npm run api\` from the platform's OpenAPI document; do not edit. */\n\n${astToString(ast)}`;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (process.argv.includes("--check")) {
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
    console.error("src/api/schema.d.ts is not current: run `npm run api` and commit the result.");
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
