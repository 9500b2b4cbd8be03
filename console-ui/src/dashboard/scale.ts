/** A round number at or above the largest value, for the top of an axis. */
export function niceTop(largest: number): number {
  if (!(largest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  for (const step of [1, 2, 2.5, 5, 10]) if (step * power >= largest) return step * power;
  return 10 * power;
}

/** Points of a line as an SVG path; where there is no value the line is broken. */
export function linePath(values: readonly (number | null)[], width: number, height: number, top: number): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let path = "";
  let drawing = false;
  values.forEach((value, index) => {
    if (value === null) {
      drawing = false;
      return;
    }
    const x = (index * step).toFixed(1);
    const y = (height - (Math.min(value, top) / top) * height).toFixed(1);
    // A value between two gaps is a dot.
    const alone = !drawing && (values[index + 1] ?? null) === null;
    path += `${drawing ? "L" : "M"}${x} ${y}${alone ? "h0" : ""}`;
    drawing = true;
  });
  return path;
}
