/** Tells of errors in the app, so that the console can say why it did not start. It runs before anything of the app. */
const REPORTER = `<script>(function(){function tell(t){parent.postMessage({fairleadProblem:String(t)},"*")}
addEventListener("error",function(e){tell(e.message||("could not load "+(e.target&&(e.target.src||e.target.href)||"something")))},true);
addEventListener("unhandledrejection",function(e){tell(e.reason&&e.reason.message||e.reason)});
addEventListener("securitypolicyviolation",function(e){tell("blocked by its policy: "+e.violatedDirective+" "+e.blockedURI)})})()</script>`;

const RULES_FIRST = /^<!doctype html><meta http-equiv="Content-Security-Policy" content="[^"]*">/i;
const HEAD = /<head\b[^>]*>/i;

/** The app's document with the reporter before everything of the app, but after the rules that it runs by. */
export function withReporter(html: string): string {
  return html.replace(RULES_FIRST.test(html) ? RULES_FIRST : HEAD, (before) => before + REPORTER);
}

/**
 * The rule for what may be in the app's frame, taken from the rules of the app: an app that goes elsewhere would be a document
 * without any rules. What is given as `srcdoc` is always allowed; a rule of the proxy binds the app's own frames, too, so what
 * they may hold is in it.
 */
export function frameRule(csp: unknown): string {
  const rules = typeof csp === "string" ? csp.split(";").map((one) => one.trim()) : [];
  return rules.find((one) => /^frame-src\s+\S/i.test(one)) ?? "frame-src 'none'";
}
