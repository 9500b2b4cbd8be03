import { createTheme, type CSSVariablesResolver } from "@mantine/core";

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
const mono = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace';

export const theme = createTheme({
  primaryColor: "blue",
  primaryShade: { light: 8, dark: 8 },
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "18px" },
  defaultRadius: "sm",
  respectReducedMotion: true,
  cursorType: "pointer",
  // A menu begins at its first item; Mantine's place before it is no item, which a menu may not hold. It opens within the main
  // part of the page, as whoever goes from part to part would not find it elsewhere.
  components: { Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: "#menus" } } } },
});

/** Mantine's dim text is too pale to read for many; these pass the contrast that WCAG AA asks for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#545c64",
    "--mantine-color-placeholder": "#646c75",
    "--mantine-color-error": "#c01c1c",
    "--mantine-color-anchor": "#1864ab",
  },
  dark: {
    "--mantine-color-dimmed": "#a6adb5",
    "--mantine-color-placeholder": "#9aa1a9",
    "--mantine-color-error": "#ff9c9c",
    "--mantine-color-anchor": "#83c4ff",
    "--mantine-color-body": "#16191d",
  },
});
