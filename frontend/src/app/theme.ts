import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";

/** The house colour: a calm green of pine needles. Shade 7 carries white text at 6:1. */
const pine: MantineColorsTuple = [
  "#eef9f6",
  "#d8f1ea",
  "#b2e3d7",
  "#84d0c0",
  "#56baa7",
  "#339f8d",
  "#218475",
  "#176b60",
  "#13574f",
  "#0e433d",
];

const dark: MantineColorsTuple = [
  "#e4e8e9",
  "#c5cccf",
  "#9da7ac",
  "#7a858b",
  "#3b4549",
  "#2d3539",
  "#20272a",
  "#171c1f",
  "#111517",
  "#0b0e10",
];

export const theme: MantineThemeOverride = createTheme({
  colors: { pine, dark },
  primaryColor: "pine",
  // Both carry white text: 6:1 and 4.6:1.
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: "md",
  cursorType: "pointer",
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  components: {
    Button: { defaultProps: { size: "sm" } },
    Badge: {
      defaultProps: { variant: "light", radius: "sm", tt: "none", fw: 550, miw: "max-content" },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, fz: "xs" } },
    Modal: {
      defaultProps: { centered: true, radius: "lg", closeButtonProps: { "aria-label": "Close" } },
    },
    // Mantine dims the text below a title: here that is the sentence that matters.
    Notification: { styles: { description: { color: "var(--mantine-color-text)" } } },
    Paper: { defaultProps: { radius: "lg" } },
    // Typing points at the first that fits: Enter takes it, however fast somebody types.
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
    Table: { defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md" } },
  },
});

/** Text on tinted badges and alerts: dark enough on light tints (Mantine's own is not), light enough on dark ones. */
const onTint = {
  light: {
    pine: "#0e433d",
    red: "#a31515",
    orange: "#943503",
    yellow: "#6f4a00",
    green: "#1b6130",
    blue: "#1256a0",
    violet: "#5b35b5",
    grape: "#85259a",
  },
  dark: {
    pine: "#84d0c0",
    red: "#ffa8a8",
    orange: "#ffc078",
    yellow: "#ffe066",
    green: "#8ce99a",
    blue: "#a5d8ff",
    violet: "#d0bfff",
    grape: "#eebefa",
  },
};

function tintedText(colors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colors).map(([name, color]) => [`--mantine-color-${name}-light-color`, color]),
  );
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { "--pb-radius": "var(--mantine-radius-lg)" },
  light: {
    ...tintedText(onTint.light),
    "--mantine-color-gray-light-color": "#3d464c",
    "--mantine-color-dimmed": "#5a646a",
    "--mantine-color-placeholder": "#6b757b",
    "--mantine-color-error": "#c02b2b",
    "--mantine-color-text": "#1b2225",
    "--mantine-color-default-border": "#dde2e4",
    "--mantine-color-anchor": "#14615a",
    "--pb-canvas": "#f6f8f8",
    "--pb-panel": "#ffffff",
    "--pb-sunken": "#eef1f1",
    "--pb-hairline": "#e4e8e9",
  },
  dark: {
    ...tintedText(onTint.dark),
    ...Object.fromEntries(
      Object.keys(onTint.dark).map((name) => [
        `--mantine-color-${name}-light`,
        `color-mix(in srgb, var(--mantine-color-${name}-5) 17%, transparent)`,
      ]),
    ),
    "--mantine-color-gray-light": "rgb(255 255 255 / 8%)",
    "--mantine-color-gray-light-color": "#c5cccf",
    "--mantine-color-dimmed": "#9da7ac",
    "--mantine-color-placeholder": "#8a959b",
    "--mantine-color-error": "#ff8a85",
    "--mantine-color-text": "#e4e8e9",
    "--mantine-color-default-border": "#333c40",
    "--mantine-color-anchor": "#84d0c0",
    "--pb-canvas": "#111517",
    "--pb-panel": "#171c1f",
    "--pb-sunken": "#0d1113",
    "--pb-hairline": "#283034",
  },
});
