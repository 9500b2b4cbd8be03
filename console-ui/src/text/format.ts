/** How durations, sizes and times are said everywhere. */

export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return "";
  if (ms < 0) return "0 ms";
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours} h ${two(minutes)} m`;
  return `${minutes} m ${two(seconds % 60)} s`;
}

export function size(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return "";
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${short(bytes / 1000)} kB`;
  return `${short(bytes / 1_000_000)} MB`;
}

export function clock(at: number | null | undefined): string {
  if (at === null || at === undefined) return "";
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export function clockWithMillis(at: number): string {
  return `${clock(at)}.${String(new Date(at).getMilliseconds()).padStart(3, "0")}`;
}

/** A day for what was not today, else the time. */
export function moment(at: number | null | undefined, now = Date.now()): string {
  if (at === null || at === undefined) return "";
  const date = new Date(at);
  if (date.toDateString() === new Date(now).toDateString()) return clock(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock(at).slice(0, 5)}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function short(number: number): string {
  return number < 10 ? number.toFixed(1) : String(Math.round(number));
}
