import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loginAddress } from "../src/servers/LoginDialog.tsx";
import { expand, variablesOf } from "../src/resources/template.ts";
import { linePath, niceTop } from "../src/dashboard/scale.ts";
import { count, duration, size } from "../src/text/format.ts";
import { fuzzyFilter } from "../src/text/fuzzy.ts";
import { beginning, pieces, visibleName, visibleText } from "../src/text/visible.ts";
import { isThisMachine, linkAddress, webAddress } from "../src/viewers/address.ts";
import { kindsOf, parseCsv, tableIn } from "../src/viewers/guess.ts";
import { openAtFirst, treeRows } from "../src/viewers/tree.ts";

describe("Text of peers", () => {
  test("hides nothing", () => {
    assert.equal(visibleName("a\u202Eb\u200Bc\u0000\n\t"), "a\\u202Eb\\u200Bc\\u0000\\n\\t");
    assert.equal(visibleText("two\nlines\tand \u2066"), "two\nlines\tand \\u2066");
    assert.equal(visibleName("\uD800"), "\\uD800");
    assert.equal(visibleName("tag \u{E0041}"), "tag \\uDB40\\uDC41");
    assert.equal(visibleName(""), "(no name)");
  });
  test("keeps what people write", () => {
    for (const text of ["Grüße 日本語 👩\u200D💻", "\u2764\uFE0F\u200D\u{1F525}", "می\u200Cخواهم", "a\u2800b"]) assert.equal(visibleText(text), text);
    assert.equal(visibleText("a\u200Db\u200Cc"), "a\\u200Db\\u200Cc");
  });
  test("shows all of a name that somebody agrees to", () => {
    assert.equal(visibleName("👩\u200D💻"), "👩\\u200D💻");
    assert.equal(visibleName("a\u2800\u3164\u115F\u1160\uFFA0\u00A0\uFE0F b"), "a\\u2800\\u3164\\u115F\\u1160\\uFFA0\\u00A0\\uFE0F b");
  });
  test("is never cut inside a character", () => {
    assert.equal(beginning("ab👍cd", 3), "ab…");
    assert.equal(beginning("ab\uD83Dcd", 3), "ab\uD83D…");
    assert.deepEqual(pieces("👍👍👍", 3), ["👍", "👍", "👍"]);
    assert.deepEqual(pieces("👍a", 1), ["👍", "a"]);
    assert.deepEqual(pieces("", 3), []);
  });

  test("leads to the web only", () => {
    assert.equal(webAddress("https://example.org/x")?.host, "example.org");
    for (const bad of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//example.org", "vbscript:x", " java\nscript:alert(1)"]) assert.equal(webAddress(bad), null, bad);
  });
  test("never leads to the console itself, by whatever name", () => {
    const own = ["http://127.0.0.1:4199", "http://127.0.0.1:4200"];
    for (const bad of ["http://127.0.0.1:4199/#/chat/new/prompt/s/p/{}", "http://localhost:4199/", "http://127.1:4199/x", "https://a.localhost:4199", "http://2130706433:4200", "http://[::1]:4199/", "http://[::ffff:127.0.0.1]:4199", "http://0.0.0.0:4199"]) {
      assert.equal(webAddress(bad, own), null, bad);
    }
    for (const good of ["http://127.0.0.1:8080/", "http://localhost/", "https://example.org:4199/"]) assert.ok(webAddress(good, own), good);
  });
  test("links to no program of this machine, whose addresses are opened by a question alone", () => {
    const here = [
      "http://127.0.0.1/", "http://127.0.0.1:8080/x?y#z", "https://127.255.255.254/", "http://127.1/", "http://127.0.0.1./", "http://2130706433/", "http://0x7f000001/",
      "http://0x7f.0.0.1/", "http://0177.0.0.1/", "http://017700000001:3000", "http://localhost/", "http://LOCALHOST:9/", "http://localhost./", "http://a.localhost/",
      "http://a.b.localhost./", "http://%6cocalhost/", "http://\uFF4C\uFF4F\uFF43\uFF41\uFF4C\uFF48\uFF4F\uFF53\uFF54/", "http://0.0.0.0/", "http://0/", "http://0.1.2.3/",
      "http://[::1]/", "http://[0:0:0:0:0:0:0:1]:80/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::ffff:0.0.0.0]/", "http://[::127.0.0.1]/",
      "http://[::ffff:0:127.0.0.1]/", "http://[64:ff9b::127.0.0.1]/", "http://someone@127.0.0.1/", "http:127.0.0.1", "http:\\\\127.0.0.1", "ht\ntp://127.0.0.1",
    ];
    for (const one of here) {
      const url = new URL(one);
      assert.ok(isThisMachine(url), `${one} is ${url.hostname}`);
      assert.equal(linkAddress(one), null, one);
    }
    for (const elsewhere of ["https://example.org/", "http://128.0.0.1/", "http://10.0.0.1/", "http://localhost.example.org/", "http://mylocalhost/", "http://127.0.0.1.example.org/", "http://[::2]/", "http://[2001:db8::7f00:1]/", "http://[::ffff:8.8.8.8]/"]) {
      assert.ok(linkAddress(elsewhere), elsewhere);
    }
  });
  test("names a login page on https or this machine only", () => {
    assert.ok(loginAddress("https://login.example.org/a"));
    assert.ok(loginAddress("http://127.0.0.1:9000/a"));
    assert.equal(loginAddress("http://login.example.org/a"), null);
    assert.equal(loginAddress("javascript:alert(1)"), null);
  });
});

describe("Numbers are said alike everywhere", () => {
  const table: [string, string][] = [
    [duration(0.42), "0.4 ms"],
    [duration(128.4), "128 ms"],
    [duration(4230), "4.2 s"],
    [duration(125_000), "2 m 05 s"],
    [duration(59_990), "1 m 00 s"],
    [duration(7_260_000), "2 h 01 m"],
    [duration(null), ""],
    [size(999), "999 B"],
    [size(1432), "1.4 kB"],
    [size(10_400_000), "10 MB"],
    [count(1, "tool"), "1 tool"],
    [count(10_000, "tool"), "10,000 tools"],
  ];
  for (const [said, expected] of table) test(expected || "nothing", () => assert.equal(said, expected));
});

describe("Finding", () => {
  const names = ["get_weather", "get_time", "weather_alerts", "add"];
  test("takes letters in order, the best first", () => {
    assert.deepEqual(fuzzyFilter(names, "weather", String), ["weather_alerts", "get_weather"]);
    assert.deepEqual(fuzzyFilter(names, "gt", String)[0], "get_time");
    assert.deepEqual(fuzzyFilter(names, "zzz", String), []);
    assert.deepEqual(fuzzyFilter(names, " ", String), names);
  });
});

describe("Ways to look at a text", () => {
  test("are guessed from what it is", () => {
    assert.equal(kindsOf('{"a":1}', null)[0], "json");
    assert.equal(kindsOf("a,b,c\n1,2,3\n4,5,6\n", null)[0], "table");
    assert.equal(kindsOf("# Title\n\ntext", null)[0], "markdown");
    assert.equal(kindsOf("just words", null)[0], "text");
    assert.equal(kindsOf("{not json", null)[0], "text");
    assert.equal(kindsOf("<b>html</b>", "text/html")[0], "text");
  });
  test("tables keep quoted commas, quotes and line breaks", () => {
    assert.deepEqual(parseCsv('a,"b ""c"", d","x\ny"\r\n1,,3'), [["a", 'b "c", d', "x\ny"], ["1", "", "3"]]);
  });
  test("lists of alike objects are tables", () => {
    assert.deepEqual(tableIn([{ a: 1 }, { a: 2, b: 3 }])?.columns, ["a", "b"]);
    assert.equal(tableIn([1, 2]), null);
    assert.deepEqual(tableIn({ rows: [{ a: 1 }, { a: 2 }] })?.columns, ["a"]);
  });
  test("a tree of a million items shows ranges and stays small", () => {
    const large = Array.from({ length: 1_000_000 }, (_, index) => index);
    const rows = treeRows(large, openAtFirst(large));
    assert.ok(rows.length < 3000, String(rows.length));
    assert.equal(rows[1]?.kind, "range");
    assert.equal(treeRows(large, new Set(["", "~0"])).length, 1 + 2000 + 500);
  });
});

describe("Addresses from templates", () => {
  test("follow RFC 6570", () => {
    const values = { id: "7 8", q: "a&b", path: "x/y" };
    assert.deepEqual(variablesOf("demo://{id}/{+path}{?q,page}"), ["id", "path", "q", "page"]);
    assert.equal(expand("demo://{id}/{+path}{?q,page}", values), "demo://7%208/x/y?q=a%26b");
    assert.equal(expand("demo://{id:1}{/path}", values), "demo://7/x%2Fy");
  });
});

describe("Charts", () => {
  test("end at round numbers", () => assert.deepEqual([0, 0.7, 3, 11, 96, 240].map(niceTop), [1, 1, 5, 20, 100, 250]));
  test("break where nothing was measured", () => assert.equal(linePath([0, null, 1], 10, 10, 1), "M0.0 10.0h0M10.0 0.0h0"));
});
