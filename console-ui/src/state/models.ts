import type { Model, Settings } from "../api/types.ts";

/** The model of a new chat: the one in the settings while it is ready, else the usual one. */
export function modelForNewChat(models: readonly Model[], settings: Settings): string {
  const kept = models.find((one) => one.id === settings.model && one.ready);
  return (kept ?? usualModel(models))?.id ?? "";
}

export function usualModel(models: readonly Model[]): Model | undefined {
  return models.find((one) => one.usual) ?? models.find((one) => one.ready) ?? models[0];
}
