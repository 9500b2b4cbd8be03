/**
 * Runs before anything of the app. It tells of errors, so that the console can say why an app did not start, and answers whether
 * the document is still the one that was given: only it knows the secret, which is nowhere to be read once it has begun. An app
 * can make up a question, or guess one; so an answer counts for the one question that was made up for it, and is given to the
 * frame around the app alone. It tells that frame, too, when a person presses something in the app or types, which no script can do. Forms
 * and links, which lead nowhere by the rules, do nothing instead of ending an app that only forgot about them.
 */
function reporter(secret: string): string {
  return `<script>(function(){var to=parent,secret="${secret}";document.currentScript.remove();
function tell(t){to.postMessage({fairleadProblem:String(t)},"*")}
addEventListener("message",function(e){if(e.isTrusted&&e.source===to&&e.data&&typeof e.data.fairleadStill==="string"){e.stopImmediatePropagation();to.postMessage({fairleadStill:e.data.fairleadStill,secret:secret},"*")}},true);
["pointerdown","keydown"].forEach(function(t){addEventListener(t,function(e){if(e.isTrusted)to.postMessage({fairleadInput:t,secret:secret},"*")},true)});
addEventListener("submit",function(e){if(((e.submitter&&e.submitter.formMethod)||e.target.method)!=="dialog")e.preventDefault()},true);
HTMLFormElement.prototype.submit=function(){tell("a form was not sent: the app has nowhere to send one")};
addEventListener("click",function(e){var a=!e.defaultPrevented&&e.target&&e.target.closest&&e.target.closest("a[href],area[href]");if(a&&!/^#/.test(a.getAttribute("href"))){e.preventDefault();tell("a link was not followed: the app has to ask the console to open it")}});
addEventListener("error",function(e){tell(e.message||("could not load "+(e.target&&(e.target.src||e.target.href)||"something")))},true);
addEventListener("unhandledrejection",function(e){tell(e.reason&&e.reason.message||e.reason)});
addEventListener("securitypolicyviolation",function(e){tell("blocked by its policy: "+e.violatedDirective+" "+e.blockedURI)})})()</script>`;
}

const RULES_FIRST = /^<!doctype html><meta http-equiv="Content-Security-Policy" content="[^"]*">/i;
const HEAD = /<head\b[^>]*>/i;

/** The app's document with the reporter before everything of the app, but after the rules that it runs by. */
export function withReporter(html: string, secret: string): string {
  return html.replace(RULES_FIRST.test(html) ? RULES_FIRST : HEAD, (before) => before + reporter(secret));
}

export function newSecret(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
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
