/** The variables of a URI template (RFC 6570), in their order. */
export function variablesOf(template: string): string[] {
  const names: string[] = [];
  for (const [, inner] of template.matchAll(/\{([^{}]*)\}/g)) {
    for (const part of inner!.replace(/^[+#./;?&]/, "").split(",")) {
      const name = part.replace(/(\*|:\d+)$/, "").trim();
      if (name !== "" && !names.includes(name)) names.push(name);
    }
  }
  return names;
}

interface Style {
  first: string;
  between: string;
  named: boolean;
  ifEmpty: string;
  reserved: boolean;
}

const plain: Style = { first: "", between: ",", named: false, ifEmpty: "", reserved: false };
const STYLES: Record<string, Style> = {
  "+": { ...plain, reserved: true },
  "#": { ...plain, first: "#", reserved: true },
  ".": { ...plain, first: ".", between: "." },
  "/": { ...plain, first: "/", between: "/" },
  ";": { first: ";", between: ";", named: true, ifEmpty: "", reserved: false },
  "?": { first: "?", between: "&", named: true, ifEmpty: "=", reserved: false },
  "&": { first: "&", between: "&", named: true, ifEmpty: "=", reserved: false },
};

/** The address that a template gives for these values; variables without a value are left out. */
export function expand(template: string, values: Record<string, string>): string {
  return template.replace(/\{([^{}]*)\}/g, (_, inner: string) => {
    const operator = /^[+#./;?&]/.exec(inner)?.[0] ?? "";
    const style = STYLES[operator] ?? plain;
    const parts: string[] = [];
    for (const part of inner.slice(operator.length).split(",")) {
      const limit = /:(\d+)$/.exec(part)?.[1];
      const name = part.replace(/(\*|:\d+)$/, "").trim();
      const given = values[name];
      if (given === undefined || given === "") continue;
      const value = limit ? [...given].slice(0, Number(limit)).join("") : given;
      const text = style.reserved ? encodeURI(value) : encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
      parts.push(style.named ? `${name}${text === "" ? style.ifEmpty : `=${text}`}` : text);
    }
    return parts.length === 0 ? "" : style.first + parts.join(style.between);
  });
}
