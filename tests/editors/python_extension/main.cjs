// The part of the Python extension's API that prelower asks. PRELOWER_CHOSEN: the environment that is chosen.
const path = require("node:path");
const vscode = require("vscode");

exports.activate = () => {
  const folder = process.env.PRELOWER_CHOSEN;
  const interpreter = path.join(folder, "bin", "python");
  const environment = {
    executable: { uri: vscode.Uri.file(interpreter) },
    environment: { folderUri: vscode.Uri.file(folder), type: "VirtualEnvironment" },
  };
  return {
    environments: {
      getActiveEnvironmentPath: () => ({ id: interpreter, path: interpreter }),
      resolveEnvironment: async () => environment,
      onDidChangeActiveEnvironmentPath: new vscode.EventEmitter().event,
    },
  };
};
