package dev.fairlead.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The one browser of a run: Chromium as the system has it, never one that is downloaded. */
final class SharedBrowser implements AutoCloseable {
    static final String PROGRAM = "chromium";
    private static final List<String> QUIET = List.of(
            "--no-sandbox", // These tests may run as root, where Chromium has no sandbox.
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");
    private static final int START_MS = 120_000;

    private final Playwright playwright;
    private final Browser browser;

    SharedBrowser() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program())
                        .setArgs(QUIET)
                        .setTimeout(START_MS));
    }

    Browser browser() {
        return browser;
    }

    private static Path program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, PROGRAM))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + PROGRAM + " on the PATH"));
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
