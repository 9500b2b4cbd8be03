import { useEffect, useState } from "react";
import { api, messageOf } from "../api/client.ts";

export interface FetchedMedia {
  /** Where the browser has it, once it has. */
  address?: string;
  problem?: string;
}

/** A picture or a sound of the backend, which an element could not fetch by itself as it shows no key. */
export function useFetchedMedia(path: string | null, mime: string): FetchedMedia {
  const [media, setMedia] = useState<FetchedMedia>({});
  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    let address = "";
    setMedia({});
    const fetched = async (): Promise<void> => {
      const blob = await api.blob(path, stop.signal);
      if (stop.signal.aborted) return;
      address = URL.createObjectURL(new Blob([blob], { type: mime }));
      setMedia({ address });
    };
    fetched().catch((problem: unknown) => {
      if (!stop.signal.aborted) setMedia({ problem: messageOf(problem) });
    });
    return () => {
      stop.abort();
      if (address !== "") URL.revokeObjectURL(address);
    };
  }, [path, mime]);
  return media;
}
