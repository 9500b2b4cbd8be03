import { createContext, useContext, useEffect } from "react";
import type { Json } from "../json/value.ts";

/** What every field of a form needs to know about the form. */
export interface FormContext {
  root: Json;
  problemAt: (path: string) => string | null;
  /** A field says that what is typed in it is no value yet, or (null) that it is one. */
  unfinished: (path: string, message: string | null) => void;
  prefix: string;
}

export const Form = createContext<FormContext>({
  root: true,
  problemAt: () => null,
  unfinished: () => undefined,
  prefix: "",
});

export function useForm(): FormContext {
  return useContext(Form);
}

export function useUnfinished(path: string, message: string | null): void {
  const { unfinished } = useForm();
  useEffect(() => {
    unfinished(path, message);
    return () => unfinished(path, null);
  }, [path, message, unfinished]);
}

export interface FieldProps {
  schema: Json;
  path: string;
  /** As it is said: `address.street`, `tags[0]`. */
  name: string;
  required: boolean;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}
