import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { RouterProvider } from "react-router";
import { DialogsProvider } from "../shared/dialogs";
import { ShortcutsProvider } from "../shared/shortcuts";
import { makeQueryClient } from "./queryClient";
import { makeRouter } from "./routes";
import { SessionProvider } from "./session";
import { cssVariables, theme } from "./theme";

const colorSchemes = localStorageColorSchemeManager({ key: "phonebuddy-theme" });

/** The nonce that lets Mantine's own <style> tags pass the Content-Security-Policy. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

export function App() {
  const [queryClient] = useState(makeQueryClient);
  const [router] = useState(makeRouter);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-right" limit={4} />
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <ShortcutsProvider>
            <DialogsProvider>
              <RouterProvider router={router} />
            </DialogsProvider>
          </ShortcutsProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
