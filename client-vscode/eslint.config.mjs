import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "bundled/", "node_modules/", "src/protocol.ts"] },
  {
    files: ["src/**/*.ts", "test/**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]",
          message: "What a workspace says is shown as text: set textContent, or escape through the renderer.",
        },
      ],
      "no-restricted-properties": [
        "error",
        {
          object: "child_process",
          property: "exec",
          message: "A shell would read file names as commands: use processes.ts.",
        },
      ],
    },
  },
  { files: ["*.mjs"], languageOptions: { globals: { process: "readonly", console: "readonly" } } },
);
