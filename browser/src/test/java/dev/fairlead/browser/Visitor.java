package dev.fairlead.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Somebody at a browser who uses the console: does what a person does, and finds things as a person finds them. */
final class Visitor implements AutoCloseable {
    static final int PATIENCE_MS = Integer.getInteger("fairlead.browser.patience", 45_000);
    private static final Pattern SANDBOX = Pattern.compile("frame-src (http://127\\.0\\.0\\.1:\\d+)");

    private final Bench bench;
    private final BrowserContext context;
    private final Watch watch;
    private final Page page;

    Visitor(SharedBrowser browser, Bench bench) {
        this.bench = bench;
        this.context = browser.browser()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(1440, 900)
                        .setLocale("en-GB"));
        context.setDefaultTimeout(PATIENCE_MS);
        this.watch = new Watch(context);
        this.page = context.newPage();
    }

    Page page() {
        return page;
    }

    BrowserContext context() {
        return context;
    }

    Watch watch() {
        return watch;
    }

    /** Opens the address that the console printed, and waits until the page shows itself and was let in. */
    Visitor open() {
        return open(bench.console().url());
    }

    /** Opens the address that some other console printed. */
    Visitor open(String url) {
        var origin = url.substring(0, url.indexOf("/?"));
        watch.allow(origin);
        context.grantPermissions(
                List.of("clipboard-read", "clipboard-write"),
                new BrowserContext.GrantPermissionsOptions().setOrigin(origin));
        var answer = page.navigate(url);
        allowSandbox(answer);
        assertThat(connectButton()).isVisible();
        key();
        return this;
    }

    /** Returns what the page shows with every request, beside its cookie, once it was let in. */
    String key() {
        page.waitForCondition(() -> !watch.key().isEmpty());
        return watch.key();
    }

    private void allowSandbox(@Nullable Response answer) {
        var policy = answer == null ? null : answer.headerValue("content-security-policy");
        var sandbox = SANDBOX.matcher(policy == null ? "" : policy);
        if (!sandbox.find()) {
            throw new AssertionError("the page has no policy that names its sandbox, but: " + policy);
        }
        watch.allow(sandbox.group(1));
    }

    /** Returns a thing of this role with exactly this name. */
    Locator the(AriaRole role, String name) {
        return page.getByRole(role, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** Returns a button. */
    Locator button(String name) {
        return the(AriaRole.BUTTON, name);
    }

    /** Returns the button with the count of connected servers. */
    Locator connectButton() {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Connect Tool")));
    }

    /** Goes to an area by its link in the top bar. */
    Visitor goTo(String area) {
        page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Areas"))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(Pattern.compile("^" + area)))
                .click();
        assertThat(page.getByRole(AriaRole.MAIN, new Page.GetByRoleOptions().setName(area)))
                .isVisible();
        return this;
    }

    /** Opens the dialog in which servers are connected, unless it is open. */
    Locator connectDialog() {
        var dialog = the(AriaRole.DIALOG, "Connect Tool");
        if (!dialog.isVisible()) {
            connectButton().click();
        }
        assertThat(dialog).isVisible();
        return dialog;
    }

    /** Types what is to be connected and connects it. */
    Visitor connects(String text) {
        var dialog = connectDialog();
        dialog.getByLabel("Script path, command, URL or JSON").fill(text);
        dialog.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName("Connect").setExact(true))
                .click();
        assertThat(dialog.getByLabel("Script path, command, URL or JSON")).isEmpty();
        return this;
    }

    /** Returns the row of a server in the open dialog. */
    Locator server(String name) {
        return the(AriaRole.LISTITEM, name);
    }

    /** Waits until so many servers are connected. */
    Visitor seesConnected(int servers) {
        assertThat(page.getByTestId("connected-count")).hasText(Integer.toString(servers));
        return this;
    }

    /** Closes the dialog that is open. */
    Visitor closesDialog() {
        page.keyboard().press("Escape");
        assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        return this;
    }

    /** Connects one server and closes the dialog. */
    Visitor hasConnected(String text, int servers) {
        return connects(text).seesConnected(servers).closesDialog();
    }

    /** Chooses a tool in the list of tools. */
    Visitor choosesTool(String name) {
        goTo("Tools");
        page.getByTestId("tool-list")
                .getByRole(AriaRole.LINK)
                .filter(new Locator.FilterOptions()
                        .setHas(page.locator(".strong", new Page.LocatorOptions().setHasText(exactly(name)))))
                .first()
                .click();
        assertThat(the(AriaRole.FORM, "Arguments of " + name)).isVisible();
        return this;
    }

    /** Returns a pattern, as browsers write them, that only this text fits. */
    static Pattern exactly(String text) {
        return Pattern.compile("^" + literally(text) + "$");
    }

    private static String literally(String text) {
        return text.replaceAll("[\\\\^$.*+?()\\[\\]{}|/]", "\\\\$0");
    }

    /** Writes the arguments as JSON. */
    Visitor writesArguments(String json) {
        page.getByText("JSON", new Page.GetByTextOptions().setExact(true))
                .first()
                .click();
        page.getByLabel("Arguments as JSON").fill(json);
        return this;
    }

    /** Runs the tool that is chosen; not so soon after the last time that it would be taken for the same press. */
    Visitor runs() {
        until(page.mainFrame(), "!(performance.now() - window.ranAt < 600)");
        button("Run").click();
        page.evaluate("() => { window.ranAt = performance.now(); }");
        return this;
    }

    /**
     * Calls a tool beside what is shown, and waits until that is over; tells whether it was begun.
     *
     * @param server its name, or nothing for the first one
     */
    boolean calls(String server, String tool, String arguments) {
        return (boolean) page.evaluate("""
            async ([key, name, tool, given]) => {
              const headers = { 'Content-Type': 'application/json', 'Fairlead-Key': key };
              const { servers } = await (await fetch('/api/state', { headers })).json();
              const server = servers.find(one => name === '' || one.name === name).id;
              const answer = await fetch('/api/calls', { method: 'POST', headers,
                body: JSON.stringify({ server, tool, arguments: JSON.parse(given) }) });
              if (!answer.ok) return false;
              const { id } = await answer.json();
              for (let state = 'running'; /running|pending/.test(state); ) {
                state = (await (await fetch('/api/calls/' + id, { headers })).json()).state;
                await new Promise(done => setTimeout(done, 50));
              }
              return true; }\
            """, List.of(key(), server, tool, arguments));
    }

    /** Returns the card of a call in this state. */
    Locator card(String tool, String state) {
        return page.getByRole(
                        AriaRole.ARTICLE,
                        new Page.GetByRoleOptions()
                                .setName(Pattern.compile("^Call of " + literally(tool) + " on .*, " + state + "$")))
                .last();
    }

    /** Returns where a message is typed. */
    Locator message() {
        return page.getByLabel("Message", new Page.GetByLabelOptions().setExact(true));
    }

    /** Says something in the chat that is open, or in a new one. */
    Visitor says(String text) {
        var message = message();
        message.or(button("New chat")).first().waitFor();
        if (!message.isVisible()) {
            button("New chat").click(); // On a narrow screen the list of chats is shown first.
        }
        message.fill(text);
        button("Send").click();
        return this;
    }

    /**
     * Waits until a condition holds in a page or a frame. Playwright's own way evaluates texts, which the policies of these
     * pages forbid as soon as the first look was in vain.
     */
    static void until(Frame frame, String condition) {
        frame.evaluate("""
            limit => new Promise((done, failed) => {
              const end = performance.now() + limit;
              const look = () => %s ? done()
                : performance.now() > end ? failed(new Error('it never came to pass')) : setTimeout(look, 25);
              look(); })\
            """.formatted("(" + condition + ")"), PATIENCE_MS);
    }

    /** Presses a button that copies, and returns what was copied. */
    String copies(Locator button) {
        page.evaluate("navigator.clipboard.writeText('nothing was copied')");
        button.click();
        return (String) page.evaluate("""
            async () => { for (;;) { const text = await navigator.clipboard.readText();
              if (text !== 'nothing was copied') return text;
              await new Promise(done => setTimeout(done, 25)); } }\
            """);
    }

    /** Keeps what the page shows, and what the browser did. */
    void keepEvidence(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            var name = file.getFileName().toString();
            Files.writeString(file.resolveSibling(name + ".log"), watch + "\n\n" + shown());
            page.screenshot(new Page.ScreenshotOptions().setPath(file.resolveSibling(name + ".png")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String shown() {
        try {
            return page.url().replaceAll("token=.*", "token=…") + "\n"
                    + page.locator("body").innerText();
        } catch (PlaywrightException gone) {
            return "the page does not answer: " + gone.getMessage();
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
