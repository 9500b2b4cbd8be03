import { Modal } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useFocusBack } from "./focusBack.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: string | number;
  children: ReactNode;
}

/** A dialog: it holds the focus, closes with Esc and gives the focus back. */
export function Dialog({ opened, onClose, title, size = "md", children }: Props): ReactElement {
  useFocusBack(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
      attributes={{ header: { role: "presentation" } }}
      yOffset="5vh"
      overlayProps={{ backgroundOpacity: 0.45 }}
    >
      {children}
    </Modal>
  );
}
