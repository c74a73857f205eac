import { notifications } from "@mantine/notifications";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Mantine asks for these; the test DOM does not have them.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Object.defineProperty(document, "fonts", {
  configurable: true,
  value: { addEventListener: () => {}, removeEventListener: () => {} },
});
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
// What a page still sends when its test is over goes nowhere.
window.fetch = () => Promise.reject(new TypeError("Nobody serves this test."));

// The machine that runs this may be busy with other suites.
configure({ asyncUtilTimeout: 30_000 });

// Files share their modules: what a module keeps must not reach the next test.
afterEach(() => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
