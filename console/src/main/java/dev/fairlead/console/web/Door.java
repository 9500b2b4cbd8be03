package dev.fairlead.console.web;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import java.util.regex.Pattern;

/** What may be asked for without a cookie and a key: to be given them, and who is here. */
final class Door {
    private static final int LONGEST_TOKEN = 500;
    private static final int LONGEST = 200;
    private static final Pattern MADE_UP = Pattern.compile("[A-Za-z0-9_-]{22,100}");

    private final Access access;

    Door(Access access) {
        this.access = access;
    }

    /** Exchanges a token for a cookie and a key. */
    Reply login(Inquiry inquiry, List<String> cookies) {
        var given = access.exchange(inquiry.body("token").text("token", LONGEST_TOKEN), cookies)
                .orElseThrow(Door::closed);
        var json = Json.object()
                .put("session", given.session())
                .put("key", given.key().text());
        return Reply.json(json).with("Set-Cookie", given.setCookie());
    }

    /**
     * Shows a page that this is its console, before the page shows anything of its own. Whoever else asks, for what they like,
     * learns nothing that is of use: the answer holds what they made up, and no page has made up the same.
     */
    Reply hello(Inquiry inquiry) {
        var session = madeUp(inquiry, "session");
        var hello = access.hello(session, madeUp(inquiry, "nonce")).orElseThrow(Door::closed);
        return Reply.json(Json.object().put("run", hello.run()).put("proof", hello.proof()));
    }

    private static String madeUp(Inquiry inquiry, String name) {
        return inquiry.query(name, LONGEST)
                .filter(text -> MADE_UP.matcher(text).matches())
                .orElseThrow(() -> Refusal.field(name, "is not 22 to 100 letters, digits, '-' and '_'"));
    }

    static Refusal closed() {
        return new Refusal(
                401,
                "no-session",
                "Open the address that the terminal shows now; one of an earlier start no longer works.");
    }
}
