package dev.fairlead.examples;

import dev.fairlead.auth.Browser;
import dev.fairlead.auth.DesktopLogin;
import dev.fairlead.auth.OAuth;
import dev.fairlead.auth.store.FileStore;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;
import dev.fairlead.wire.http.HttpTransport;

/** Lists the tools of a protected server. Whoever runs this logs in with a browser, once. */
public final class LogInFromADesktop {
    private LogInFromADesktop() {}

    /** Lists the tools of the server at the URL that is the argument. */
    public static void main(String[] args) {
        listTools(args[0], OAuth.builder().store(FileStore.usual()).build(), Browser.system());
    }

    static void listTools(String url, OAuth oauth, Browser browser) {
        var login = DesktopLogin.of(oauth, browser, page -> System.err.println("To log in, open " + page));
        var profile = ClientProfile.builder().login(login::login).build();
        try (var client = McpClient.connect(HttpTransport.to(url).withAuthorizer(oauth), profile)) {
            client.listTools().forEach(tool -> System.out.println(tool.name()));
        }
    }
}
