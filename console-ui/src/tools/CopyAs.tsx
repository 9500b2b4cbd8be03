import { Button, Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { api } from "../api/client.ts";
import type { Tool } from "../api/types.ts";
import { copyText } from "../ui/CopyButton.tsx";
import { Icon } from "../ui/icons.tsx";
import { toast, toastProblem } from "../ui/toasts.tsx";
import type { Arguments } from "./arguments.ts";

/** The same call as a line for the terminal, as Java, or its arguments as JSON. */
export function CopyAs({ tool, given }: { tool: Tool; given: Arguments }): ReactElement {
  const copy = async (as: "cli" | "java"): Promise<void> => {
    const { text } = await api.post<{ text: string }>("/api/copy", { server: tool.server, tool: tool.name, arguments: given.value, as });
    if (await copyText(text)) toast(as === "cli" ? "Command line copied" : "Java copied");
  };
  return (
    <Menu transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button size="sm" variant="default" leftSection={<Icon name="copy" size={13} />}>
          Copy as
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy("cli").catch(toastProblem)}>Command line</Menu.Item>
        <Menu.Item onClick={() => void copy("java").catch(toastProblem)}>Java</Menu.Item>
        <Menu.Item onClick={() => void copyText(given.text).then((done) => done && toast("Arguments copied"))}>Arguments as JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
