// Bundles the extension into out/extension.js: small, or with --debug with what a debugger needs; with --watch, again
// at each change. With --test, makes what the tests load instead.
import { readdirSync } from "node:fs";
import { context } from "esbuild";

const [debug, watch, test] = ["--debug", "--watch", "--test"].map((option) => process.argv.includes(option));
const shared = { bundle: true, platform: "node", format: "cjs", target: "node20", logLevel: "warning" };

const extension = {
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  external: ["vscode"],
  sourcemap: debug || watch,
  minify: !debug && !watch,
};

// One file a module, with VS Code and its client left out: the tests put their own there.
const modules = {
  ...shared,
  bundle: false,
  entryPoints: readdirSync("src").map((name) => `src/${name}`),
  outdir: "out/test",
};

const bundle = await context(test ? modules : extension);
if (watch) {
  await bundle.watch();
} else {
  await bundle.rebuild();
  await bundle.dispose();
}
